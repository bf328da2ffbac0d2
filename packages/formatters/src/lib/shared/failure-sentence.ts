import type { ErrorCode, Failure } from '@dragoman/tools';
import { argumentIssues } from './argument-issues.ts';
import { counted } from './counted.ts';
import { printableName } from './printable.ts';
import { formatSize } from './size.ts';

type Details = Failure['details'];
type Sentence = (details: Details, words: Words) => string | undefined;

/** What a dialect calls the things that a sentence names. */
export interface Words {
  /** The tool that searches the content of files. */
  readonly search: string;
}

/** The sentence of each code, made from the details; a code without one shows the neutral message. */
const SENTENCES: Partial<Record<ErrorCode, Sentence>> = {
  NOT_FOUND: ({ path, candidates }) => `File not found: ${path}${didYouMean(candidates)}`,
  IS_DIRECTORY: ({ path }) => `Path is a directory, not a file: ${path}`,
  NOT_DIRECTORY: ({ path }) => `Path is not a directory, or leads through a file: ${path}`,
  ACCESS_DENIED: ({ path }) => `Access denied: ${path} is outside the allowed directories or denied`,
  PERMISSION_DENIED: ({ path }) => `Permission denied by the operating system: ${path}`,
  FILE_TOO_LARGE: fileTooLarge,
  CONTENT_TOO_LARGE: ({ path, size, limit }) =>
    `Content too large for ${path}: ${sizeWithBytes(size)}, and the limit is ${sizeWithBytes(limit)}. Nothing was written; --max-file-size raises the limit`,
  UNSUPPORTED_FILE: unsupported,
  UNENCODABLE: ({ path, encoding, character, codePoint, line, column }) =>
    `Cannot write ${path}: its encoding, ${encoding}, has no form for ${JSON.stringify(character)} (${codePoint}), at line ${line}, column ${column} of the new text. Nothing was written`,
  CONFLICT: ({ path, unapproved }) =>
    unapproved === true ? `${path} changed while the call waited for approval. Nothing was done` : undefined,
  DECLINED: ({ reason }) => `Declined${reason === undefined ? '' : `: ${reason}`}. Nothing was done`,
  READ_ONLY: ({ path }) => `Read-only file system: ${path}. Nothing was written`,
  DISK_FULL: ({ path, errno }) => `${shortage(errno)} to write ${path}. The old content is intact`,
  CANCELLED: () => 'The call was cancelled',
  TASK_NOT_FOUND: ({ taskId }) => `This session has no task ${JSON.stringify(taskId)}`,
  TOO_MANY_TASKS: ({ limit }) =>
    `Cannot start another background command: ${limit} are running, which is the limit. End one of them, or wait for one`,
};

/** The sentence for a failure where a dialect demands no particular one. */
export function failureSentence({ code, message, details }: Failure, words: Words): string {
  return argumentIssues(details) ?? SENTENCES[code]?.(details, words) ?? message;
}

/** Candidates for a name that was not found, on a line of their own. */
export function didYouMean(candidates: unknown): string {
  if (!Array.isArray(candidates) || candidates.length === 0) return '';
  return `\nDid you mean ${candidates.map(String).map(printableName).join(' or ')}?`;
}

function fileTooLarge(details: Details, words: Words): string {
  const { path, size, limit, meaning } = details;
  const facts = `File too large: ${path} has ${sizeWithBytes(size)}, and the limit is ${sizeWithBytes(limit)}`;
  return `${facts}${meaning === undefined ? '' : `, which makes ${meaning}`}. ${wayOut(details, words)}`;
}

function wayOut({ operation, meaning, multiline, option }: Details, { search }: Words): string {
  if (meaning !== undefined) return 'A smaller version of it can be shown';
  if (multiline === true) return 'Without multiline, files of any size are searched';
  const instead = operation === 'read' ? `${search} searches files of any size` : 'Nothing was written';
  return `${instead}; ${option} raises the limit`;
}

function unsupported({ path, kind, mimeType }: Details): string {
  if (mimeType !== undefined) return `Not a text file: ${path} holds ${mimeType ?? 'binary data'}`;
  return `Not a regular file: ${path}${typeof kind === 'string' ? ` is a ${kind}` : ''}`;
}

function shortage(errno: unknown): string {
  if (errno === 'EDQUOT') return 'Not enough of the disk quota left';
  return errno === 'EFBIG' ? 'The system allows no file large enough' : 'No space left';
}

function sizeWithBytes(bytes: unknown): string {
  const count = Number(bytes);
  return count < 1024 ? counted(count, 'byte') : `${formatSize(count)} (${count} bytes)`;
}
