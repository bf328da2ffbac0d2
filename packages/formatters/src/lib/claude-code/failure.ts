import type { Failure, FailureOf } from '@dragoman/tools';
import { withAllowed } from '../shared/allowed.ts';
import { counted } from '../shared/counted.ts';
import { didYouMean, fileTooLarge } from '../shared/failure-sentence.ts';
import { formatSize } from '../shared/size.ts';

const WORDS = { search: 'Grep' };

type Args = Readonly<Record<string, unknown>>;

/** How dialect `claude-code` explains a failure. */
export function toolFailed(failure: Failure): string {
  switch (failure.code) {
    case 'NOT_READ':
      return `File has not been read yet: ${failure.path}. ${wayToRead(failure)}. Its version is ${failure.version}.`;
    case 'STALE_READ':
      return `File has changed since it was read: ${failure.path}. Read it again before writing to it. Its version is ${failure.version}.`;
    case 'INVALID_ARGUMENT':
      if (failure.problem === 'relative') return `file_path must be an absolute path${didYouMean(failure.candidates)}`;
  }
  return withAllowed(failure, WORDS);
}

function wayToRead({ path, size, limit, option }: FailureOf<'NOT_READ'>): string {
  if (size === undefined || limit === undefined) return 'Read it first before writing to it';
  return fileTooLarge({ path, size, limit, ...(option !== undefined && { option }) }, WORDS);
}

/** How `Read` explains a failure. */
export function readFailed(failure: Failure, args: Args): string {
  const path = String(args.file_path);
  switch (failure.code) {
    case 'NOT_FOUND':
      return `File not found: ${path}`;
    case 'IS_DIRECTORY':
      return `Cannot read directory: ${path}`;
    case 'INVALID_RANGE':
      return pastEnd(path, failure);
    case 'TIMEOUT':
      return `Cannot read PDF: ${path} takes too long to read`;
    case 'UNSUPPORTED_FILE':
      return unsupported(path, failure) ?? toolFailed(failure);
    default:
      return toolFailed(failure);
  }
}

function unsupported(path: string, failure: FailureOf<'UNSUPPORTED_FILE'>): string | null {
  if (!('mimeType' in failure)) return null;
  const { reason, size } = failure;
  if (reason !== undefined) return `Cannot read PDF: ${path} ${PDF_FAULTS[reason]}`;
  return size === undefined ? null : `Cannot display binary file: ${path} (${formatSize(size)})`;
}

const PDF_FAULTS = {
  encrypted: 'is encrypted, and opens with a password only',
  damaged: 'is damaged',
  memory: 'takes too much memory to read',
} as const;

function pastEnd(path: string, failure: FailureOf<'INVALID_RANGE'>): string {
  switch (failure.problem) {
    case 'lines':
      return `Offset ${failure.startLine} is past the end: ${path} has ${counted(failure.totalLines ?? 0, 'line')}`;
    case 'past-page':
      return `Page ${failure.page} is past the end: ${path} has ${counted(failure.totalPages, 'page')}`;
    case 'past-cell':
      return `Offset ${failure.cell + 1} is past the end: ${path} has ${counted(failure.totalCells, 'cell')}`;
    case 'pages':
      return toolFailed(failure);
  }
}
