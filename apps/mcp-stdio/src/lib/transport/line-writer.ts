import { once } from 'node:events';
import type { Writable } from 'node:stream';

export interface LineWriter {
  write(line: string): void;
  /** Writes the gathered lines now. */
  flush(): void;
  /** Resolves as soon as the client reads on; null while it reads. */
  readonly blocked: Promise<void> | null;
}

// Characters that are gathered at most before they are written.
const MOST_GATHERED = 64 * 1024;

/** Writes lines. Those of one turn of the event loop are written together, because each write wakes the reader. */
export function createLineWriter(output: Writable, onUnblocked: () => void): LineWriter {
  let gathered = '';
  let blocked: Promise<void> | null = null;

  const waitForDrain = async (): Promise<void> => {
    const over = new AbortController();
    const events = ['drain', 'close'].map((event) => once(output, event, { signal: over.signal }));
    await Promise.race(events).catch(() => {});
    // The event that did not come would be listened for as long as the process lives.
    over.abort();
    await Promise.allSettled(events);
    blocked = null;
    onUnblocked();
  };
  const flush = (): void => {
    const lines = gathered;
    gathered = '';
    if (lines === '' || !output.writable) return;
    if (!output.write(lines)) blocked ??= waitForDrain();
  };

  return {
    get blocked() {
      return blocked;
    },
    flush,
    write(line) {
      if (gathered === '') process.nextTick(flush);
      gathered += `${line}\n`;
      if (gathered.length >= MOST_GATHERED) flush();
    },
  };
}
