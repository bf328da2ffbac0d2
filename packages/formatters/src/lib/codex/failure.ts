import type { ErrorCode, Failure, FailureOf } from '@dragoman/fs-core';
import { failureSentence } from '../shared/failure-sentence.ts';

/** The words of the system for a missing file. */
export const NOT_FOUND = 'No such file or directory (os error 2)';

// The system's errors as Rust words them on Linux, on every system.
const REASONS: Partial<Readonly<Record<ErrorCode, string>>> = {
  NOT_FOUND,
  // Not the words for a missing file, so that the model does not look for the file.
  ACCESS_DENIED: 'Operation not permitted (os error 1)',
  PERMISSION_DENIED: 'Permission denied (os error 13)',
  IS_DIRECTORY: 'Is a directory (os error 21)',
  NOT_DIRECTORY: 'Not a directory (os error 20)',
};

/** The words of the system for a failure of a path; null for other failures. */
export function systemReason({ code }: Failure): string | null {
  return REASONS[code] ?? null;
}

/** True if an argument was refused for this reason. */
export function isProblem(failure: Failure, problem: FailureOf<'INVALID_ARGUMENT'>['problem']): boolean {
  return failure.code === 'INVALID_ARGUMENT' && failure.problem === problem;
}

/**
 * The sentence for a failure for which a tool has none of its own.
 * @example otherFailure({ code: 'NOT_FOUND', path: 'a.md' })
 */
export function otherFailure(failure: Failure): string {
  return failureSentence(failure, { search: 'grep_files', range: 'offset and limit read' });
}
