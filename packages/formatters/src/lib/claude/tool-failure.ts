import type { Failure } from '@dragoman/tools';
import { counted } from '../shared/counted.ts';
import { didYouMean, failureSentence } from '../shared/failure-sentence.ts';
import { formatSize } from '../shared/size.ts';
import { withAllowed } from './allowed.ts';

const WORDS = { search: 'Grep' };

type Args = Readonly<Record<string, unknown>>;

/** How dialect `claude-code` explains a failure. */
export function toolFailed(failure: Failure): string {
  const { code, details } = failure;
  switch (code) {
    case 'NOT_READ':
      return `File has not been read yet: ${details.path}. ${wayToRead(failure)}. Its version is ${details.version}.`;
    case 'STALE_READ':
      return `File has changed since it was read: ${details.path}. Read it again before writing to it. Its version is ${details.version}.`;
    default:
      return relativePath(failure) ?? withAllowed(failure, WORDS);
  }
}

/** The sentence for a path that should have been absolute; null for any other failure. */
function relativePath({ code, details }: Failure): string | null {
  if (code !== 'INVALID_ARGUMENT' || details.argument !== 'file_path') return null;
  return `file_path must be an absolute path${didYouMean(details.candidates)}`;
}

function wayToRead({ details }: Failure): string {
  if (details.limit === undefined) return 'Read it first before writing to it';
  return failureSentence({ code: 'FILE_TOO_LARGE', message: '', details }, WORDS);
}

/** How `Read` explains a failure. */
export function readFailed(failure: Failure, args: Args): string {
  const { code, details } = failure;
  const path = String(args.file_path);
  const fault = PDF_FAULTS[String(details.reason)];
  if (fault !== undefined) return `Cannot read PDF: ${path} ${fault}`;
  switch (code) {
    case 'NOT_FOUND':
      return `File not found: ${path}`;
    case 'IS_DIRECTORY':
      return `Cannot read directory: ${path}`;
    case 'INVALID_RANGE':
      return pastEnd(path, failure);
    case 'UNSUPPORTED_FILE':
      return typeof details.size === 'number'
        ? `Cannot display binary file: ${path} (${formatSize(details.size)})`
        : toolFailed(failure);
    default:
      return toolFailed(failure);
  }
}

const PDF_FAULTS: Readonly<Record<string, string>> = {
  encrypted: 'is encrypted, and opens with a password only',
  damaged: 'is damaged',
  memory: 'takes too much memory to read',
  time: 'takes too long to read',
};

function pastEnd(path: string, { details, message }: Failure): string {
  const { startLine, totalLines, page, totalPages, cell, totalCells } = details;
  if (totalLines !== undefined)
    return `Offset ${startLine} is past the end: ${path} has ${counted(totalLines, 'line')}`;
  if (totalPages !== undefined) return `Page ${page} is past the end: ${path} has ${counted(totalPages, 'page')}`;
  if (totalCells === undefined) return message;
  return `Offset ${Number(cell) + 1} is past the end: ${path} has ${counted(totalCells, 'cell')}`;
}
