import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import {
  nullOn,
  openPlainFile,
  readPlainFile,
  syncPath,
  syncToDisk,
  uniqueSuffix,
} from '@dragoman/fs-core/internal/own-files';
import type { Entry } from './entry.ts';
import { type EntryLine, lineOf, linesIn } from './entry-line.ts';
import { listPathIn } from './past-lines.ts';

/** The list of all operations that are done, oldest first. Whoever changes it holds its lock. */
export interface EntryList {
  /** The path that its lock is taken by. */
  readonly path: string;
  readonly size: number;
  lines(): EntryLine[];
  append(entry: Entry): UnsyncedLine;
  /** Puts others in the place of all lines, as `EntryLine.bytes` has them. */
  replace(lines: readonly string[]): Promise<void>;
}

/** A line that was added to the list, and is still to be synced. */
export interface UnsyncedLine extends Disposable {
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
      const fd = openToAppend(path);
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

const APPEND = constants.O_RDWR | constants.O_APPEND;

/** @throws the system's error; `EEXIST` if something has the name of the list that is no file of this user's alone */
function openToAppend(path: string): number {
  const fd = nullOn('ENOENT', () => openPlainFile(path, APPEND));
  return fd ?? openSync(path, APPEND | constants.O_CREAT | constants.O_EXCL, 0o600);
}

function bytesOf(path: string): string {
  return readPlainFile(path)?.toString('latin1') ?? '';
}

function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/** True if the last line has no newline. */
function isOpenLine(fd: number): boolean {
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE;
}

const NEWLINE = 0x0a;
