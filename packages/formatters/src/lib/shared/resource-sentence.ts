import type { Failure } from '@dragoman/fs-core';
import { failureSentence, nothingAllowed, tooLarge } from './failure-sentence.ts';

/** The sentence for a resource that cannot be read. @param uri as the client asked for it */
export function resourceSentence(failure: Failure, uri: string): string {
  if (failure.code === 'NOT_FOUND') return `Resource not found: ${uri}`;
  const isText = failure.code === 'FILE_TOO_LARGE' && failure.meaning === undefined;
  if (isText && failure.lines !== undefined) {
    const { startLine, endLine } = failure.lines;
    return `${tooLarge(failure)}; read ${uri.replace(/#.*$/, '')}#L${startLine}-L${endLine}`;
  }
  // Of one line that is too long nothing can be read, whatever files are allowed.
  if (isText && failure.bound === undefined && failure.picture === undefined) return tooLarge(failure);
  return nothingAllowed(failure) ?? failureSentence(failure, { search: null });
}

/** The last line of a directory that is not listed whole. */
export function moreEntries(count: number): string {
  return `[${count} more entries: resources/directory/read lists them]`;
}
