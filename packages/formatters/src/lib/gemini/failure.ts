import type { Failure, FailureOf } from '@dragoman/fs-core/internal/kernel';
import type { Arguments } from '../formatter.ts';
import { failureSentence } from '../shared/failure-sentence.ts';
import { unobeyed } from '../shared/problem-sentences.ts';
import { validatorSentence } from '../shared/validator-sentence.ts';

/** Refuses arguments in the words of every tool. */
export function invalid(reason: string): string {
  return `Error: Invalid parameters provided. Reason: ${reason}`;
}

/** Words a fault of the arguments by the schema as Gemini CLI's validator does; null for any other failure. */
export function schemaIssue(failure: Failure): string | null {
  const issue = validatorSentence(failure);
  return issue === null ? null : invalid(issue);
}

/** Refuses a path that ignore files hide; null if the failure is another. @param path as the caller gave it */
export function ignoredPath(failure: Failure, path?: string): string | null {
  if (failure.code !== 'INVALID_ARGUMENT' || failure.problem !== 'ignored') return null;
  const { ignoreFile, unusable } = failure;
  const sentence = `File path '${path ?? failure.path}' is ignored by ${ignoreFile} pattern(s).`;
  return invalid(unusable === undefined ? sentence : `${sentence} ${unobeyed(unusable)}.`);
}

/**
 * The sentence for a failure for which a tool has none of its own.
 * @example otherFailure({ code: 'NOT_FOUND', path: 'a.md' })
 */
export function otherFailure(failure: Failure): string {
  const schema = schemaIssue(failure) ?? ignoredPath(failure);
  if (schema !== null) return schema;
  const sentence = sentenceOf(failure);
  return failure.code === 'INVALID_ARGUMENT' || failure.code === 'INVALID_PATTERN'
    ? invalid(sentence)
    : `Error: ${sentence}`;
}

/** Explains a failure in words of no tool's own. */
export function sentenceOf(failure: Failure): string {
  return failureSentence(failure, { search: 'search_file_content' });
}

/** Refuses a path for the tools that write; null if the failure is not about the path. */
export function writePathRefused(failure: Failure, args: Arguments, root: string): string | null {
  const path = String(args.file_path);
  const ignored = ignoredPath(failure, path);
  if (ignored !== null) return ignored;
  if (isProblem(failure, 'relative')) return invalid(`File path must be absolute: ${path}`);
  // What leads through a file leads to nothing.
  if (failure.code === 'NOT_DIRECTORY') return `File not found: ${path}`;
  if (failure.code === 'ACCESS_DENIED')
    return invalid(`File path must be within the root directory (${root}): ${path}`);
  return null;
}

/** True if an argument was refused for this reason. */
export function isProblem(failure: Failure, problem: FailureOf<'INVALID_ARGUMENT'>['problem']): boolean {
  return failure.code === 'INVALID_ARGUMENT' && failure.problem === problem;
}
