import { chmodSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { orNull } from '../errors/best-effort.ts';
import { errnoOf } from '../errors/errno.ts';
import { ToolError } from '../errors/tool-error.ts';
import { makeDirectories } from '../paths/make-directories.ts';

/** Where a journal lies, and how much it keeps. */
export interface JournalOptions {
  /** Absolute path; made where it is missing. */
  readonly directory: string;
  /** Bytes of contents. */
  readonly maxBytes: number;
  readonly maxAgeDays: number;
}

/** A journal that is there; what reads and writes it is loaded on first use. */
export interface JournalPlace {
  /** Its real path. */
  readonly directory: string;
  /** Where the records of intent lie of operations that are not done yet. */
  readonly records: string;
  readonly contents: string;
  readonly limits: JournalLimits;
  /** What this process knows of its size. */
  readonly usage: Usage;
  /** Paths of plans that this process could neither complete nor take back. */
  readonly triedPlans: Set<string>;
}

export interface JournalLimits {
  /** Bytes of contents. */
  readonly maxBytes: number;
  readonly maxAgeMs: number;
}

/** What the contents come to, as the list of operations told when it was `listSize` bytes long; that is -1 before. */
export interface Usage {
  bytes: number;
  /** Milliseconds since the epoch, of the oldest operation. */
  oldest: number;
  listSize: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes the directories of a journal, for the user alone. @throws ToolError `IO_ERROR`, `DISK_FULL` if it cannot */
export function placeJournal(options: JournalOptions): JournalPlace {
  try {
    return placeWith(options, privateAt);
  } catch (error) {
    throw unkept(error, options.directory);
  }
}

/** A journal that is there already; null if none is. */
export function findJournal(options: JournalOptions): JournalPlace | null {
  return orNull(() => placeWith(options, (path) => realpathSync.native(path)));
}

function placeWith(
  { directory: given, maxBytes, maxAgeDays }: JournalOptions,
  place: (path: string) => string,
): JournalPlace {
  const directory = place(given);
  return {
    directory,
    records: place(join(directory, 'records')),
    contents: place(join(directory, 'contents')),
    limits: { maxBytes, maxAgeMs: maxAgeDays * DAY_MS },
    usage: { bytes: 0, oldest: Number.POSITIVE_INFINITY, listSize: -1 },
    triedPlans: new Set(),
  };
}

function privateAt(path: string): string {
  makeDirectories(path, 0o700);
  chmodSync(path, 0o700);
  return realpathSync.native(path);
}

/** The failure of a journal, whatever the system says: what it cannot keep must not change. Other errors stay as they are. */
export function unkept(error: unknown, directory: string): unknown {
  const errno = errnoOf(error);
  if (error instanceof ToolError || errno === null) return error;
  const code = FULL.has(errno) ? 'DISK_FULL' : 'IO_ERROR';
  const message = `Cannot keep a journal in "${directory}": ${errno}`;
  return new ToolError({ code, path: directory, errno, action: 'write' }, message, { cause: error });
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
