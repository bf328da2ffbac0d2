import type { Failure } from '@dragoman/fs-core';
import { failureSentence, type Words } from './failure-sentence.ts';
import { printableName } from './printable.ts';

/** The sentence for a failure, and if access was denied a second line that names the allowed directories. */
export function withAllowed(failure: Failure, words: Words): string {
  const sentence = failureSentence(failure, words);
  return failure.code === 'ACCESS_DENIED'
    ? `${sentence}\nAllowed: ${failure.allowed.map(printableName).join(', ')}`
    : sentence;
}
