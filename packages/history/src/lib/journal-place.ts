import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { assertNoBroughtLink, errnoOf, ToolError, takePrivateDirectory } from '@dragoman/fs-core/internal/kernel';

/** Place of a journal, and limits on how much it keeps. */
export interface JournalOptions {
  /** Absolute path; made where it is missing. */
  readonly directory: string;
  /** Bytes of contents. */
  readonly maxBytes: number;
  readonly maxAgeDays: number;
  /** Allowed directories: no link in one of them leads to the journal. Default: none. */
  readonly trees?: readonly string[];
}

/** A journal that is there; what reads and writes it is loaded on first use. */
export interface JournalPlace {
  /** Its real path. */
  readonly directory: string;
  /** Directory of the records of intent of operations that are not done yet. */
  readonly records: string;
  readonly contents: string;
  readonly limits: JournalLimits;
  /** The size of the journal as far as this process knows it. */
  readonly usage: Usage;
}

export interface JournalLimits {
  /** Bytes of contents. */
  readonly maxBytes: number;
  readonly maxAgeMs: number;
}

/** Size of the contents, as the list of operations told it when it was `listSize` bytes long; that is -1 before. */
export interface Usage {
  bytes: number;
  /** Milliseconds since the epoch, of the oldest operation. */
  oldest: number;
  listSize: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The place of a journal that is not there; nothing is recorded in it. @throws ToolError as `placeJournal` */
export function emptyJournal({ directory, maxBytes, maxAgeDays, trees = [] }: JournalOptions): JournalPlace {
  assertNoBroughtLink(directory, trees);
  const [records, contents] = [join(directory, 'records'), join(directory, 'contents')];
  return placeOf({ directory, records, contents }, { maxBytes, maxAgeDays });
}

/**
 * Makes the directories of a journal, for the user alone.
 * @throws ToolError `IO_ERROR`, `DISK_FULL` if it cannot; `PERMISSION_DENIED` if the journal is another user's or open to
 * others, or if a tree brings a link to it
 */
export function placeJournal(options: JournalOptions): JournalPlace {
  try {
    return placeAt(options);
  } catch (error) {
    throw unkept(error, options.directory);
  }
}

/** A journal that is there already; null if none is, and none is made. @throws ToolError as `placeJournal` */
export function findJournal(options: JournalOptions): JournalPlace | null {
  try {
    const paths = [options.directory, ...PARTS.map((name) => join(options.directory, name))];
    return paths.every((path) => lstatSync(path, { throwIfNoEntry: false })) ? placeAt(options) : null;
  } catch (error) {
    throw unkept(error, options.directory);
  }
}

const PARTS = ['records', 'contents'] as const;
/** Name of the list of operations in a journal. */
export const LIST_NAME = 'operations.jsonl';

function placeAt({ directory: given, maxBytes, maxAgeDays, trees = [] }: JournalOptions): JournalPlace {
  assertNoBroughtLink(given, trees);
  const directory = assertPrivate(given, [...PARTS, LIST_NAME]);
  const part = (name: (typeof PARTS)[number]): string => {
    const path = join(directory, name);
    assertNoBroughtLink(path, [directory]);
    return assertPrivate(path);
  };
  const parts = { directory, records: part('records'), contents: part('contents') };
  return placeOf(parts, { maxBytes, maxAgeDays });
}

function placeOf(
  parts: Pick<JournalPlace, 'directory' | 'records' | 'contents'>,
  { maxBytes, maxAgeDays }: Pick<JournalOptions, 'maxBytes' | 'maxAgeDays'>,
): JournalPlace {
  return {
    ...parts,
    limits: { maxBytes, maxAgeMs: maxAgeDays * DAY_MS },
    usage: { bytes: 0, oldest: Number.POSITIVE_INFINITY, listSize: -1 },
  };
}

function assertPrivate(path: string, names?: readonly string[]): string {
  const directory = takePrivateDirectory(path, names);
  if (directory !== null) return directory;
  const message = `Cannot use "${path}": a journal must be a directory of this user's, and open to nobody else, on a file system that keeps modes`;
  throw new ToolError({ code: 'PERMISSION_DENIED', path, action: 'use' }, message);
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
