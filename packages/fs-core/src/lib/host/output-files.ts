import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from '../errors/best-effort.ts';

/** Files that keep what commands print, in a directory that only this user can read and that goes with them. */
export interface OutputFiles extends Disposable {
  readonly directory: string;
  /** @throws the system's error if there is no place for it */
  open(name: string): OutputFile;
}

/** A file that grows while a command runs; what no longer fits on the disk is lost. */
export interface OutputFile {
  readonly path: string;
  add(chunk: Uint8Array): void;
  close(): void;
}

export interface OutputBounds {
  /** Bytes of one file; a command may print without an end. */
  readonly maxFileBytes: number;
  /** Bytes of all files together, for which the oldest ones are removed: a session may run any number of commands. */
  readonly maxBytes: number;
}

const MEBIBYTE = 1024 * 1024;
const BOUNDS: OutputBounds = { maxFileBytes: 256 * MEBIBYTE, maxBytes: 1024 * MEBIBYTE };

/** Opens a directory for output files. @throws the system's error if there is no place for it */
export function openOutputFiles({ maxFileBytes, maxBytes } = BOUNDS): OutputFiles {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), 'dragoman-output-'));
  const sizes = new Map<OutputFile, number>();
  let total = 0;

  /** Takes as many bytes as a file may still have; older files make room for them. */
  const admit = (file: OutputFile, chunk: Uint8Array): Uint8Array => {
    const size = sizes.get(file) ?? maxFileBytes;
    const some = chunk.subarray(0, maxFileBytes - size);
    if (some.length === 0) return some;
    sizes.set(file, size + some.length);
    total += some.length;
    for (const [oldest, its] of sizes) {
      if (total <= maxBytes || oldest === file) break;
      sizes.delete(oldest);
      total -= its;
      oldest.close();
      attempt(() => rmSync(oldest.path, { force: true }));
    }
    return some;
  };

  return {
    directory,
    open(name) {
      const file = openOutputFile(join(directory, name), (chunk) => admit(file, chunk));
      sizes.set(file, 0);
      return file;
    },
    [Symbol.dispose]: () => attempt(() => rmSync(directory, { recursive: true, force: true })),
  };
}

function openOutputFile(path: string, admit: (chunk: Uint8Array) => Uint8Array): OutputFile {
  let descriptor: number | null = openSync(path, 'ax', 0o600);
  return {
    path,
    add(chunk) {
      const open = descriptor;
      if (open === null) return;
      const some = admit(chunk);
      if (some.length > 0) attempt(() => writeSync(open, some));
    },
    close() {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}
