import { mkdirSync } from 'node:fs';
import type { ContentKeeper, Recorder } from '../src/lib/transaction/recorder.ts';

export interface MemoryRecorder extends Recorder {
  /** Notes of what was done, in its order. */
  readonly recorded: unknown[];
}

/** Records changes in memory, without contents. @param records is made if it is missing */
export function openMemoryRecorder(records: string): MemoryRecorder {
  mkdirSync(records, { recursive: true, mode: 0o700 });
  const recorded: unknown[] = [];
  const recordingOf = (note: unknown) => ({ emptied: [], done: async () => void recorded.push(note) });
  return {
    records,
    recorded,
    async prepared(changes, { by, write }) {
      const entries = [];
      for (const change of changes) entries.push(...(await change.entries(WITHOUT_CONTENTS)));
      const note = { by, entries };
      write(note);
      return { ...recordingOf(note), synced: async () => undefined, [Symbol.dispose]: () => undefined };
    },
    unfinished: async (note) => recordingOf(note),
  };
}

const WITHOUT_CONTENTS: ContentKeeper = {
  file: async ({ size, mode, version }) => ({ kind: 'file', version: await version(), mode, size, isKept: false }),
};
