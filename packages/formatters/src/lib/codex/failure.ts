import type { ErrorCode, Failure, FailureOf } from '@dragoman/tools';
import { failureSentence } from '../shared/failure-sentence.ts';

/** A tool's arguments, as they were given. */
export type Arguments = Readonly<Record<string, unknown>>;

// What the models read of the system's errors, the same on every system.
const REASONS: Partial<Readonly<Record<ErrorCode, string>>> = {
  NOT_FOUND: 'No such file or directory (os error 2)',
  // The words for what is not there would be the same, but for this: it does not help to look for it.
  ACCESS_DENIED: 'Operation not permitted (os error 1)',
  PERMISSION_DENIED: 'Permission denied (os error 13)',
  IS_DIRECTORY: 'Is a directory (os error 21)',
  NOT_DIRECTORY: 'Not a directory (os error 20)',
};

/** What the system says of a path; null if the failure is about something else. */
export function systemReason({ code }: Failure): string | null {
  return REASONS[code] ?? null;
}

/** What was not found, in the words of the system. */
export const NOT_FOUND = 'No such file or directory (os error 2)';

/** Whether an argument was refused for this reason. */
export function isProblem(failure: Failure, problem: FailureOf<'INVALID_ARGUMENT'>['problem']): boolean {
  return failure.code === 'INVALID_ARGUMENT' && failure.problem === problem;
}

/** The sentence for a failure for which a tool has none of its own. */
export function otherFailure(failure: Failure): string {
  return failureSentence(failure, { search: 'grep_files' });
}
