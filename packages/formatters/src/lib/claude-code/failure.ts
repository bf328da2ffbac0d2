import type { Failure, FailureOf } from '@dragoman/fs-core';
import { withAllowed } from '../shared/allowed.ts';
import { didYouMean, fileTooLarge } from '../shared/failure-sentence.ts';

const WORDS = { search: 'Grep', range: 'offset and limit read' };

/** Explains a failure of dialect `claude-code`. @example toolFailed({ code: 'NOT_FOUND', path: 'a.md' }) */
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

/** The sentence for a file that is not there; a name that differs in case alone is told. */
export function fileMissing({ path, candidates = [] }: FailureOf<'NOT_FOUND'>, given: string): string {
  const sought = path.toLowerCase();
  return `File not found: ${given}${didYouMean(candidates.filter((each) => each.toLowerCase().endsWith(sought)))}`;
}

function wayToRead({ path, size, limit }: FailureOf<'NOT_READ'>): string {
  if (size === undefined || limit === undefined) return 'Read it first before writing to it';
  return fileTooLarge({ path, size, limit }, WORDS);
}
