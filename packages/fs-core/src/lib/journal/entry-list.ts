import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../errors/errno.ts';
import { uniqueSuffix } from '../lock/unique-suffix.ts';
import { syncToDisk } from '../write/sync.ts';
import { syncPath } from './contents.ts';
import type { Entry } from './entry.ts';
import { type EntryLine, lineOf, linesIn } from './entry-line.ts';

/** The list of all operations that are done, oldest first. Whoever changes it holds its lock. */
export interface EntryList {
  /** By which its lock is taken. */
  readonly path: string;
  readonly size: number;
  lines(): EntryLine[];
  /** The lines of now, the newest first; of a long list, no more than its end is read unless more is asked for. */
  newestFirst(): Iterable<EntryLine>;
  append(entry: Entry): Appended;
  /** Puts others in the place of all lines. */
  replace(lines: readonly string[]): Promise<void>;
}

/** What was added to the list, and is still to be synced. */
export interface Appended extends Disposable {
  sync(): Promise<void>;
}

export function entryListIn(directory: string): EntryList {
  const path = join(directory, 'operations.jsonl');
  return {
    path,
    get size() {
      return sizeOf(path);
    },
    lines: () => linesIn(textOf(path)),
    newestFirst: () => newestFirst(path),
    append(entry) {
      const fd = openSync(path, 'a+', 0o600);
      try {
        // A line that a full disk has cut off must not spoil the next one.
        writeWhole(fd, (isOpenLine(fd) ? '\n' : '') + lineOf(entry));
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
        writeWhole(fd, lines.map((line) => `${line}\n`).join(''));
        await syncToDisk(fd);
      } finally {
        closeSync(fd);
      }
      renameSync(temporary, path);
      await syncPath(directory);
    },
  };
}

// Some four hundred operations.
const END_BYTES = 256 * 1024;

function newestFirst(path: string): Iterable<EntryLine> {
  const { text, isWhole } = endOf(path);
  const end = linesIn(text);
  return isWhole ? end.reverse() : endAndRest(path, end);
}

function* endAndRest(path: string, end: readonly EntryLine[]): Generator<EntryLine> {
  yield* end.toReversed();
  const known = new Set(end.map((line) => line.text));
  const lines = linesIn(textOf(path));
  // In the meantime, lines may have been added, and others may have gone.
  const at = lines.findIndex((line) => known.has(line.text));
  yield* (at < 0 ? lines : lines.slice(0, at)).toReversed();
}

/** The last lines of a list, and whether these are all. */
function endOf(path: string): { readonly text: string; readonly isWhole: boolean } {
  const fd = orAbsent(() => openSync(path, 'r'));
  if (fd === null) return { text: '', isWhole: true };
  try {
    const { size } = fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(size, END_BYTES));
    const count = readSync(fd, bytes, 0, bytes.length, size - bytes.length);
    const isWhole = size <= END_BYTES;
    // The first one may be cut in two.
    const from = isWhole ? 0 : bytes.indexOf(NEWLINE) + 1;
    return { text: bytes.toString('utf8', from, count), isWhole };
  } finally {
    closeSync(fd);
  }
}

function orAbsent<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function textOf(path: string): string {
  return orAbsent(() => readFileSync(path, 'utf8')) ?? '';
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function writeWhole(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/** Whether the last line has no newline. */
function isOpenLine(fd: number): boolean {
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE;
}

const NEWLINE = 0x0a;
