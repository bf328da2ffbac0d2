import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, statSync, writeSync } from 'node:fs';
import { syncPath, syncToDisk } from '../descriptors/sync.ts';
import { errnoOf } from '../errors/errno.ts';
import { uniqueSuffix } from '../lock/unique-suffix.ts';
import type { Entry } from './entry.ts';
import { type EntryLine, lineOf, linesIn } from './entry-line.ts';
import { listPathIn } from './past-lines.ts';

/** The list of all operations that are done, oldest first. Whoever changes it holds its lock. */
export interface EntryList {
  /** By which its lock is taken. */
  readonly path: string;
  readonly size: number;
  lines(): EntryLine[];
  append(entry: Entry): Appended;
  /** Puts others in the place of all lines, as `EntryLine.bytes` has them. */
  replace(lines: readonly string[]): Promise<void>;
}

/** What was added to the list, and is still to be synced. */
export interface Appended extends Disposable {
  sync(): Promise<void>;
}

export function entryListIn(directory: string): EntryList {
  const path = listPathIn(directory);
  return {
    path,
    get size() {
      return sizeOf(path);
    },
    lines: () => linesIn(bytesOf(path)),
    append(entry) {
      const fd = openSync(path, 'a+', 0o600);
      try {
        // A line that a full disk has cut off must not spoil the next one.
        writeWhole(fd, Buffer.from((isOpenLine(fd) ? '\n' : '') + lineOf(entry)));
      } catch (error) {
        closeSync(fd);
        throw error;
      }
      return { sync: () => syncToDisk(fd), [Symbol.dispose]: () => closeSync(fd) };
    },
    async replace(lines) {
      const temporary = `${path}.${uniqueSuffix()}.tmp`;
      const fd = openSync(temporary, 'wx', 0o600);
      try {
        writeWhole(fd, Buffer.from(lines.map((line) => `${line}\n`).join(''), 'latin1'));
        await syncToDisk(fd);
      } finally {
        closeSync(fd);
      }
      renameSync(temporary, path);
      await syncPath(directory);
    },
  };
}

function bytesOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return '';
    throw error;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/** Whether the last line has no newline. */
function isOpenLine(fd: number): boolean {
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE;
}

const NEWLINE = 0x0a;
