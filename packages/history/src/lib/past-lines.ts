import { closeSync, fstatSync, lstatSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { nullOn, openPlainFile } from '@dragoman/fs-core/internal/own-files';
import { LIST_NAME } from './journal-place.ts';

/** Path of the list of operations in a journal. */
export function listPathIn(directory: string): string {
  return join(directory, LIST_NAME);
}

// Some thirty operations, which is as many as most ask for; then more at once.
const FIRST_BLOCK_BYTES = 16 * 1024;
const BLOCK_BYTES = 256 * 1024;

/**
 * The list of operations as it is now, from its end: the bytes of whole lines, good until the next are asked for, of which no
 * more are read than that. It is read anew each time: of thousands of operations, most are only counted.
 */
export function blocksFromEnd(directory: string): Iterable<Buffer> {
  const path = listPathIn(directory);
  const { ino, size } = lstatSync(path, { throwIfNoEntry: false }) ?? { ino: null, size: 0 };
  return {
    *[Symbol.iterator]() {
      const fd = nullOn('ENOENT', () => openPlainFile(path));
      if (fd === null) return;
      try {
        const now = fstatSync(fd);
        // What has been added since is left out, unless the oldest have gone: then it is another list.
        yield* blocksIn(fd, now.ino === ino ? size : now.size);
      } finally {
        closeSync(fd);
      }
    },
  };
}

function* blocksIn(fd: number, size: number): Generator<Buffer> {
  let buffer = Buffer.allocUnsafe(FIRST_BLOCK_BYTES);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - buffer.length);
    const block = buffer.subarray(0, readSync(fd, buffer, 0, end - start, start));
    // The first line may have begun before.
    const from = start === 0 ? 0 : block.indexOf(NEWLINE) + 1;
    if (start > 0 && (from === 0 || from === block.length)) {
      // One line fills it.
      buffer = Buffer.allocUnsafe(buffer.length * 2);
    } else {
      yield block.subarray(from);
      end = start + from;
      if (buffer.length < BLOCK_BYTES) buffer = Buffer.allocUnsafe(BLOCK_BYTES);
    }
  }
}

const NEWLINE = 0x0a;
