import { constants, fstatSync, openSync, readSync, statfsSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { closeQuietly, orUndo } from '../errors/best-effort.ts';
import { runtimeDirectory } from '../paths/runtime-directory.ts';

/** A file without a name, for another process to write to. However this process ends, nothing is left of it. */
export interface ScratchFile extends Disposable {
  /** Descriptor for the process that writes. */
  readonly descriptor: number;
  /** Bytes in it when it was last read on. */
  readonly size: number;
  /** The first `maxBytes` of what was written since the last call; empty if nothing was. */
  readOn(maxBytes: number): Buffer;
  /** Fills it for a process that reads. @throws the system's error */
  fill(bytes: Uint8Array): void;
  close(): void;
}

/**
 * Opens a scratch file outside every workspace, in memory if the system has such a place.
 * @param room bytes needed; four times as many must be free, because others use the place, too
 * @returns null if there is no safe place or not enough room, or if an open file keeps its name (Windows)
 */
export function openScratchFile(room: number): ScratchFile | null {
  const directory = process.platform === 'win32' ? null : runtimeDirectory();
  if (directory === null) return null;
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize < 4 * room ? null : scratchFile(openNameless(directory));
  } catch {
    return null;
  }
}

function openNameless(directory: string): number {
  // No other user can make a name in there, and a random one would load `node:crypto`, a tenth of a command's start.
  const path = join(directory, `scratch-${process.pid}-${process.hrtime.bigint()}`);
  const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
  orUndo(
    () => closeQuietly(descriptor),
    () => unlinkSync(path),
  );
  return descriptor;
}

const NOTHING = Buffer.alloc(0);

function scratchFile(descriptor: number): ScratchFile {
  let size = 0;
  let position = 0;
  const close = (): void => closeQuietly(descriptor);
  return {
    descriptor,
    get size() {
      return size;
    },
    readOn(maxBytes) {
      ({ size } = fstatSync(descriptor));
      if (size <= position) return NOTHING;
      const bytes = Buffer.allocUnsafe(Math.min(size - position, maxBytes));
      const length = readSync(descriptor, bytes, 0, bytes.length, position);
      position += length;
      return bytes.subarray(0, length);
    },
    fill(bytes) {
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    },
    close,
    [Symbol.dispose]: close,
  };
}
