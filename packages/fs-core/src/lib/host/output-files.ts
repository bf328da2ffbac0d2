import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from '../errors/best-effort.ts';

/** Files that keep what commands print, in a directory that only this user can read and that goes with them. */
export interface OutputFiles extends Disposable {
  readonly directory: string;
  open(name: string): OutputFile;
}

/** A file that grows while a command runs; what no longer fits on the disk is lost. */
export interface OutputFile {
  readonly path: string;
  add(chunk: Uint8Array): void;
  close(): void;
}

/** Bytes of one file; a command may print without an end. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Opens a directory for output files. @throws the system's error if there is no place for it */
export function openOutputFiles(): OutputFiles {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), 'dragoman-output-'));
  return {
    directory,
    open: (name) => openOutputFile(join(directory, name)),
    [Symbol.dispose]: () => attempt(() => rmSync(directory, { recursive: true, force: true })),
  };
}

function openOutputFile(path: string): OutputFile {
  let descriptor: number | null = openSync(path, 'ax', 0o600);
  let size = 0;
  return {
    path,
    add(chunk) {
      const some = chunk.subarray(0, MOST_BYTES - size);
      const open = descriptor;
      if (open === null || some.length === 0) return;
      size += some.length;
      attempt(() => writeSync(open, some));
    },
    close() {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}
