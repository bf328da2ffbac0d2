import type { ErrorCode, Failure, FailureOf } from '@dragoman/fs-core';
import { exitCodeText } from './command-end.ts';
import { counted } from './counted.ts';
import { mediaRefused } from './media-refused.ts';
import { markedName } from './name-marks.ts';
import { NOTEBOOK_FAULTS } from './notebook-faults.ts';
import { printableName } from './printable.ts';
import { PROBLEM_SENTENCES, sentenceIn, systemSentence } from './problem-sentences.ts';
import { formatSize } from './size.ts';

/** The dialect's own words in a sentence. */
export interface Words {
  /** The tool that searches the content of files; null if there is none. */
  readonly search: string | null;
  /** The parameters that name lines of a file, with a verb: `view_range reads`. */
  readonly range?: string;
}

const UNGUARDED: Readonly<Record<NonNullable<FailureOf<'READ_ONLY'>['why']>, string>> = {
  'object-store': 'this mount of an object store cannot keep two writers apart; name the store with --volume',
  'no-if-match': 'the store does not honour If-Match on PUT, so two writers would overwrite each other',
  'no-flock': 'writers on other machines cannot be kept apart here: flock(1) of util-linux is not installed',
  'no-lock':
    'what has the name of its lock is no lock of Dragoman; remove .dragoman/locks of the tree while nobody writes there',
};

const RAISES_LIMIT = '--max-file-size raises the limit';

const SENTENCES: { readonly [Code in ErrorCode]: (failure: FailureOf<Code>, words: Words) => string } = {
  NOT_FOUND: ({ path, candidates, missing }) =>
    missing === 'edit' ? `No edit history found for ${path}.` : `File not found: ${path}${didYouMean(candidates)}`,
  IS_DIRECTORY: ({ path }) => `Path is a directory, not a file: ${path}`,
  NOT_DIRECTORY: ({ path }) => `Path is not a directory, or leads through a file: ${path}`,
  ACCESS_DENIED: (failure) =>
    nothingAllowed(failure) ?? `Access denied: ${failure.path} is outside the allowed directories or denied`,
  PERMISSION_DENIED: ({ path }) => `Permission denied by the operating system: ${path}`,
  READ_ONLY: ({ path, why }) =>
    why === undefined
      ? `Read-only file system: ${path}. Nothing was written`
      : `Cannot write "${path}": ${UNGUARDED[why]}`,
  DISK_FULL: ({ path, errno }) => `${shortage(errno)} to write ${path}. The old content is intact`,
  IO_ERROR: (failure) =>
    'problem' in failure ? sentenceIn(PROBLEM_SENTENCES.IO_ERROR, failure) : systemSentence(failure),
  FILE_TOO_LARGE: fileTooLarge,
  UNSUPPORTED_FILE: unsupported,
  INVALID_ARGUMENT: (failure) => sentenceIn(PROBLEM_SENTENCES.INVALID_ARGUMENT, failure),
  INVALID_RANGE: (failure) => sentenceIn(PROBLEM_SENTENCES.INVALID_RANGE, failure),
  CONFLICT: (failure) => sentenceIn(PROBLEM_SENTENCES.CONFLICT, failure),
  COMMAND_REJECTED: (failure) => sentenceIn(PROBLEM_SENTENCES.COMMAND_REJECTED, failure),
  COMMAND_FAILED: (failure) => `Command ended with exit code ${exitCodeText(failure)}`,
  TIMEOUT: (failure) => sentenceIn(PROBLEM_SENTENCES.TIMEOUT, failure),
  CANCELLED: () => 'The call was cancelled',
  DECLINED: ({ reason }) => `Declined${reason === undefined ? '' : `: ${reason}`}. Nothing was done`,
  TASK_NOT_FOUND: ({ taskId, isGone }) =>
    isGone
      ? `Task ${taskId} runs on another server, or has ended`
      : `This session has no task ${JSON.stringify(taskId)}`,
  TOO_MANY_TASKS: ({ limit }) =>
    `Cannot start another background command: ${limit} are running, which is the limit. End one of them, or wait for one`,
  NO_MATCH: ({ path }) => `Cannot edit "${path}": the old text was not found`,
  AMBIGUOUS_MATCH: ({ path, actual }) => `Cannot edit "${path}": ${actual} places match`,
  COUNT_MISMATCH: ({ path, actual, expected }) => `Cannot edit "${path}": ${actual} places match, not ${expected}`,
  INVALID_PATTERN: ({ problem, pattern, reason }) =>
    `Cannot ${problem === 'glob' ? 'read glob' : 'search for'} "${pattern}": ${reason}`,
  NOT_READ: ({ path }) => `Cannot write "${path}": not read in this session`,
  STALE_READ: ({ path }) => `Cannot write "${path}": changed since it was read`,
  STALE_CONTINUATION: ({ path }) => `Cannot read on in "${path}": it has changed since`,
  UNENCODABLE: ({ path, encoding, alternatives, character, codePoint, line, column }) =>
    alternatives !== undefined
      ? `Cannot write ${path}: it may be in ${[encoding, ...alternatives].join(' or ')}, which write ${JSON.stringify(character)} (${codePoint}), at line ${line}, column ${column} of the new text, in different bytes. Nothing was written; declare the encoding in the file, or write text that is ASCII`
      : `Cannot write ${path}: its encoding, ${encoding}, has no form for ${JSON.stringify(character)} (${codePoint}), at line ${line}, column ${column} of the new text. Nothing was written`,
  CONTENT_TOO_LARGE: ({ path, size, limit }) =>
    `Content too large for ${path}: ${sizeWithBytes(size)}, and the limit is ${sizeWithBytes(limit)}. Nothing was written; ${RAISES_LIMIT}`,
  REPLACEMENT_TOO_LARGE: ({ path, size, maxReplacementSize }) =>
    `Cannot write "${path}": the replacement has ${size} bytes, and the limit is ${maxReplacementSize}`,
};

/** The sentence for a failure if a dialect demands no particular one. */
export function failureSentence<Code extends ErrorCode>(failure: FailureOf<Code>, words: Words): string {
  const { code }: { code: Code } = failure;
  return SENTENCES[code](failure, words);
}

/** The sentence for a session in which nothing is allowed, whatever the tool; null for any other failure. */
export function nothingAllowed(failure: Failure): string | null {
  if (failure.code !== 'ACCESS_DENIED' || failure.workdir === undefined) return null;
  return `Access denied: no directory is allowed. ${printableName(failure.workdir)}, where the server was started, is allowed only by name: the user has to name it or another directory with --allow-dir, or open a folder in the client`;
}

/** Candidates for a name that was not found, on a line of their own. */
export function didYouMean(candidates: readonly string[] = []): string {
  return candidates.length === 0 ? '' : `\nDid you mean ${candidates.map(markedName).join(' or ')}?`;
}

/** The sentence for a file over a limit. */
export function fileTooLarge(failure: Omit<FailureOf<'FILE_TOO_LARGE'>, 'code'>, words: Words): string {
  const { path, meaning } = failure;
  const refused = mediaRefused({ ...failure, code: 'FILE_TOO_LARGE' }, path);
  if (refused !== null) return refused;
  return `${tooLarge(failure)}${meaning === undefined ? '' : `, which makes ${meaning}`}. ${wayOut(failure, words)}`;
}

/** The clause that names a file over a limit, its size and the limit. */
export function tooLarge({ path, size, limit }: Pick<FailureOf<'FILE_TOO_LARGE'>, 'path' | 'size' | 'limit'>): string {
  return `File too large: ${path} has ${sizeWithBytes(size)}, and the limit is ${sizeWithBytes(limit)}`;
}

type WayOut = Pick<FailureOf<'FILE_TOO_LARGE'>, 'operation' | 'unsearched' | 'meaning' | 'multiline' | 'inParts'>;

function wayOut({ operation, unsearched, meaning, multiline, inParts }: WayOut, { search, range }: Words): string {
  if (meaning !== undefined) return 'A smaller version of it can be shown';
  if (multiline === true) return 'Without multiline, files of any size are searched';
  if (operation !== 'read') return `Nothing was written; ${RAISES_LIMIT}`;
  const searches = search === null || unsearched ? [] : [`${search} searches files of any size`];
  const reads = inParts && range !== undefined ? [`${range} lines of files of any size`] : [];
  return [...searches, ...reads, RAISES_LIMIT].join('; ');
}

function unsupported(failure: FailureOf<'UNSUPPORTED_FILE'>): string {
  const refused = 'mimeType' in failure ? mediaRefused(failure, failure.path ?? '') : null;
  if (refused !== null) return refused;
  if ('mimeType' in failure) return `Not a text file: ${failure.path} holds ${failure.mimeType ?? 'binary data'}`;
  if ('notebook' in failure) return `Not a notebook: ${failure.path}: ${NOTEBOOK_FAULTS[failure.notebook]}`;
  return `Not a regular file: ${failure.path}${failure.kind === undefined ? '' : ` is a ${failure.kind}`}`;
}

function shortage(errno: string | undefined): string {
  if (errno === 'EDQUOT') return 'Not enough of the disk quota left';
  return errno === 'EFBIG' ? 'The system allows no file large enough' : 'No space left';
}

function sizeWithBytes(count: number): string {
  return count < 1024 ? counted(count, 'byte') : `${formatSize(count)} (${count} bytes)`;
}
