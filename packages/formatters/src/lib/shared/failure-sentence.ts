import type { Failure, FailureOf } from '@dragoman/tools';
import { argumentSentence } from './argument-sentence.ts';
import { conflictSentence } from './conflict-sentence.ts';
import { counted } from './counted.ts';
import { ioErrorSentence } from './io-error-sentence.ts';
import { printableName } from './printable.ts';
import { rejectionSentence } from './rejection-sentence.ts';
import { formatSize } from './size.ts';

/** What a dialect calls the things that a sentence names. */
export interface Words {
  /** The tool that searches the content of files. */
  readonly search: string;
}

/** The sentence for a failure where a dialect demands no particular one. */
export function failureSentence(failure: Failure, words: Words): string {
  switch (failure.code) {
    case 'NOT_FOUND':
      return `File not found: ${failure.path}${didYouMean(failure.candidates)}`;
    case 'IS_DIRECTORY':
      return `Path is a directory, not a file: ${failure.path}`;
    case 'NOT_DIRECTORY':
      return `Path is not a directory, or leads through a file: ${failure.path}`;
    case 'ACCESS_DENIED':
      return `Access denied: ${failure.path} is outside the allowed directories or denied`;
    case 'PERMISSION_DENIED':
      return `Permission denied by the operating system: ${failure.path}`;
    case 'READ_ONLY':
      return `Read-only file system: ${failure.path}. Nothing was written`;
    case 'DISK_FULL':
      return `${shortage(failure.errno)} to write ${failure.path}. The old content is intact`;
    case 'IO_ERROR':
      return ioErrorSentence(failure);
    case 'FILE_TOO_LARGE':
      return fileTooLarge(failure, words);
    case 'UNSUPPORTED_FILE':
      return unsupported(failure);
    case 'INVALID_ARGUMENT':
      return argumentSentence(failure);
    case 'CONFLICT':
      return conflictSentence(failure);
    case 'COMMAND_REJECTED':
      return rejectionSentence(failure);
    case 'CANCELLED':
      return 'The call was cancelled';
    case 'DECLINED':
      return `Declined${failure.reason === undefined ? '' : `: ${failure.reason}`}. Nothing was done`;
    case 'TIMEOUT':
      return failure.problem === 'pdf'
        ? 'Cannot read PDF: it takes too long'
        : `Command ended after ${failure.timeoutMs} ms`;
    case 'TASK_NOT_FOUND':
      return `This session has no task ${JSON.stringify(failure.taskId)}`;
    case 'TOO_MANY_TASKS':
      return `Cannot start another background command: ${failure.limit} are running, which is the limit. End one of them, or wait for one`;
    default:
      return textSentence(failure);
  }
}

/** The failures of reading, searching and changing the text of a file. */
type TextFailure = FailureOf<
  | 'NO_MATCH'
  | 'AMBIGUOUS_MATCH'
  | 'COUNT_MISMATCH'
  | 'INVALID_PATTERN'
  | 'INVALID_RANGE'
  | 'NOT_READ'
  | 'STALE_READ'
  | 'STALE_CONTINUATION'
  | 'UNENCODABLE'
  | 'CONTENT_TOO_LARGE'
  | 'REPLACEMENT_TOO_LARGE'
>;

function textSentence(failure: TextFailure): string {
  switch (failure.code) {
    case 'NO_MATCH':
      return `Cannot edit "${failure.path}": the old text was not found`;
    case 'AMBIGUOUS_MATCH':
      return `Cannot edit "${failure.path}": ${failure.actual} places match`;
    case 'COUNT_MISMATCH':
      return `Cannot edit "${failure.path}": ${failure.actual} places match, not ${failure.expected}`;
    case 'INVALID_PATTERN':
      return `Cannot ${failure.problem === 'glob' ? 'read glob' : 'search for'} "${failure.pattern}": ${failure.reason}`;
    case 'INVALID_RANGE':
      return invalidRange(failure);
    case 'NOT_READ':
      return `Cannot write "${failure.path}": not read in this session`;
    case 'STALE_READ':
      return `Cannot write "${failure.path}": changed since it was read`;
    case 'STALE_CONTINUATION':
      return `Cannot read on in "${failure.path}": it has changed since`;
    case 'UNENCODABLE':
      return unencodable(failure);
    case 'CONTENT_TOO_LARGE':
      return `Content too large for ${failure.path}: ${sizeWithBytes(failure.size)}, and the limit is ${sizeWithBytes(failure.limit)}. Nothing was written; --max-file-size raises the limit`;
    case 'REPLACEMENT_TOO_LARGE':
      return `Cannot write "${failure.path}": the replacement has ${failure.size} bytes, and the limit is ${failure.maxReplacementSize}`;
  }
}

/** Candidates for a name that was not found, on a line of their own. */
export function didYouMean(candidates: readonly string[] = []): string {
  return candidates.length === 0 ? '' : `\nDid you mean ${candidates.map(printableName).join(' or ')}?`;
}

/** The sentence for a file over a limit. */
export function fileTooLarge(failure: Omit<FailureOf<'FILE_TOO_LARGE'>, 'code'>, words: Words): string {
  const { path, size, limit, meaning } = failure;
  const facts = `File too large: ${path} has ${sizeWithBytes(size)}, and the limit is ${sizeWithBytes(limit)}`;
  return `${facts}${meaning === undefined ? '' : `, which makes ${meaning}`}. ${wayOut(failure, words)}`;
}

type WayOut = Pick<FailureOf<'FILE_TOO_LARGE'>, 'operation' | 'meaning' | 'multiline' | 'option'>;

function wayOut({ operation, meaning, multiline, option }: WayOut, { search }: Words): string {
  if (meaning !== undefined) return 'A smaller version of it can be shown';
  if (multiline === true) return 'Without multiline, files of any size are searched';
  const instead = operation === 'read' ? `${search} searches files of any size` : 'Nothing was written';
  return `${instead}; ${option} raises the limit`;
}

function unsupported(failure: FailureOf<'UNSUPPORTED_FILE'>): string {
  if ('mimeType' in failure) return `Not a text file: ${failure.path} holds ${failure.mimeType ?? 'binary data'}`;
  return `Not a regular file: ${failure.path}${failure.kind === undefined ? '' : ` is a ${failure.kind}`}`;
}

function invalidRange(failure: FailureOf<'INVALID_RANGE'>): string {
  switch (failure.problem) {
    case 'lines':
      return failure.action === 'replace'
        ? `Replace lines ${failure.startLine} to ${failure.endLine}: the file has ${failure.totalLines}`
        : `Cannot read ${linesOf(failure)} of "${failure.path}"${totalOf(failure)}`;
    case 'past-page':
      return `Cannot read from page ${failure.page} of "${failure.path}": it has ${failure.totalPages} pages`;
    case 'past-cell':
      return `Cannot read from cell ${failure.cell} of "${failure.path}": it has ${failure.totalCells} cells`;
    case 'pages':
      return 'pages must begin at 1 or later and not end before they begin';
  }
}

interface Lines {
  readonly startLine: number;
  readonly endLine?: number;
  readonly totalLines?: number;
}

function linesOf({ startLine, endLine }: Lines): string {
  return endLine === undefined ? `from line ${startLine}` : `lines ${startLine} to ${endLine}`;
}

function totalOf({ totalLines }: Lines): string {
  return totalLines === undefined ? '' : `: it has ${totalLines} lines`;
}

function unencodable({ path, encoding, character, codePoint, line, column }: FailureOf<'UNENCODABLE'>): string {
  return `Cannot write ${path}: its encoding, ${encoding}, has no form for ${JSON.stringify(character)} (${codePoint}), at line ${line}, column ${column} of the new text. Nothing was written`;
}

function shortage(errno: string | undefined): string {
  if (errno === 'EDQUOT') return 'Not enough of the disk quota left';
  return errno === 'EFBIG' ? 'The system allows no file large enough' : 'No space left';
}

function sizeWithBytes(count: number): string {
  return count < 1024 ? counted(count, 'byte') : `${formatSize(count)} (${count} bytes)`;
}
