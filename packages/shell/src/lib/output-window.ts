import { Buffer } from 'node:buffer';
import type { WindowedOutput } from '@dragoman/outcomes/internal/parts';

// More than any answer shows.
const MAX_HEAD = 1024 * 1024;
const MAX_TAIL = 1024 * 1024;

/** Collects what a command writes until it is taken. It holds 3 MB at most, whatever the command writes. */
export function createOutputWindow() {
  let head: Uint8Array[] = [];
  let headSize = 0;
  let tail: Uint8Array[] = [];
  let tailSize = 0;
  let bytes = 0;
  let newlines = 0;

  function add(chunk: Uint8Array): void {
    bytes += chunk.length;
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) newlines += 1;
    const first = chunk.subarray(0, Math.max(0, MAX_HEAD - headSize));
    if (first.length > 0) head.push(first);
    headSize += first.length;
    if (first.length === chunk.length) return;
    tail.push(chunk.subarray(first.length));
    tailSize += chunk.length - first.length;
    if (tailSize > 2 * MAX_TAIL) keepEnd();
  }

  function keepEnd(): void {
    tail = [Buffer.concat(tail).subarray(-MAX_TAIL)];
    tailSize = MAX_TAIL;
  }

  const peek = (): WindowedOutput => ({ head: Buffer.concat(head), tail: Buffer.concat(tail), bytes, newlines });

  return {
    add,
    /** Returns what came since the last call of `take`, and keeps it. */
    peek,
    take(): WindowedOutput {
      const taken = peek();
      [head, tail] = [[], []];
      [headSize, tailSize, bytes, newlines] = [0, 0, 0, 0];
      return taken;
    },
  };
}
