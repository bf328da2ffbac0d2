import type { Failure, FailureOf } from '@dragoman/fs-core/internal/kernel';
import { failureSentence } from '../shared/failure-sentence.ts';
import { printableName } from '../shared/printable.ts';
import { unobeyed } from '../shared/problem-sentences.ts';
import { validatorSentence } from '../shared/validator-sentence.ts';

/** The sentence that every tool has for a failure; null if each words it by itself. */
export function commonFailure(failure: Failure): string | null {
  switch (failure.code) {
    case 'ACCESS_DENIED':
      return `Path not in workspace: Attempted path "${failure.path}" resolves outside the allowed workspace directories: ${failure.allowed.join(', ')}`;
    case 'INVALID_ARGUMENT':
      return failure.problem === 'ignored' ? ignored(failure) : validatorSentence(failure);
    default:
      return null;
  }
}

function ignored({ path, unusable }: Extract<FailureOf<'INVALID_ARGUMENT'>, { problem: 'ignored' }>): string {
  const sentence = `File path '${path}' is ignored by configured ignore patterns.`;
  return unusable === undefined ? sentence : `${sentence} ${unobeyed(unusable)}.`;
}

/**
 * The sentence for a failure for which a tool has none of its own.
 * @example otherFailure({ code: 'NOT_FOUND', path: 'a.md' })
 */
export function otherFailure(failure: Failure): string {
  return (
    commonFailure(failure) ?? failureSentence(failure, { search: 'grep_search', range: 'start_line and end_line read' })
  );
}

/** True if an argument was refused for this reason. */
export function isProblem(failure: Failure, problem: FailureOf<'INVALID_ARGUMENT'>['problem']): boolean {
  return failure.code === 'INVALID_ARGUMENT' && failure.problem === problem;
}

/** Says that there is no such file, and which name comes nearest. */
export function fileNotFound(failure: FailureOf<'NOT_FOUND' | 'NOT_DIRECTORY'>): string {
  const [nearest] = failure.code === 'NOT_FOUND' ? (failure.candidates ?? []) : [];
  return `File not found: ${failure.path}${nearest === undefined ? '' : `\nDid you mean ${printableName(nearest)}?`}`;
}

export const EMPTY_PATH = "The 'file_path' parameter must be non-empty.";
