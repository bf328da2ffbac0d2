import type { Failure } from '@dragoman/tools';
import { failureSentence } from '../shared/failure-sentence.ts';

/** A tool's arguments, as they were given. */
export type Arguments = Readonly<Record<string, unknown>>;

/** How every tool refuses arguments. */
export function invalid(reason: string): string {
  return `Error: Invalid parameters provided. Reason: ${reason}`;
}

interface Issue {
  readonly argument: string;
  readonly problem: string;
  readonly expected?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What is wrong with the arguments by the schema, as Gemini CLI's validator words it; null for any other failure. */
export function schemaIssue({ code, details }: Failure): string | null {
  if (code !== 'INVALID_ARGUMENT' || !Array.isArray(details.issues)) return null;
  const issues = details.issues as readonly Issue[];
  // That validator reports missing arguments first, and one problem at a time.
  const issue = issues.find(({ problem }) => problem === 'missing') ?? issues[0];
  return issue === undefined ? null : invalid(sentence(issue));
}

function sentence({ argument, problem, expected, minimum, maximum }: Issue): string {
  if (argument === '') return 'Value of params must be an object';
  const pointer = `params/${argument.replaceAll('.', '/')}`;
  switch (problem) {
    case 'missing':
      return `params must have required property '${argument}'`;
    case 'type':
      return `${pointer} must be ${expected}`;
    case 'too_small':
      return `${pointer} must be >= ${minimum}`;
    case 'too_big':
      return `${pointer} must be <= ${maximum}`;
    default:
      return `${pointer} is not valid`;
  }
}

/** The sentence for a failure for which a tool has none of its own. */
export function otherFailure(failure: Failure): string {
  const schema = schemaIssue(failure);
  if (schema !== null) return schema;
  const sentence = sentenceOf(failure);
  return failure.code === 'INVALID_ARGUMENT' || failure.code === 'INVALID_PATTERN'
    ? invalid(sentence)
    : `Error: ${sentence}`;
}

/** What went wrong, in words of no tool's own. */
export function sentenceOf(failure: Failure): string {
  return failureSentence(failure, { search: 'search_file_content' });
}

/** How the tools that write refuse a path; null if the failure is not about the path. */
export function writePathRefused({ code, details }: Failure, args: Arguments, root: string): string | null {
  const path = String(args.file_path);
  if (details.problem === 'relative') return invalid(`File path must be absolute: ${path}`);
  // What leads through a file leads to nothing.
  if (code === 'NOT_DIRECTORY') return `File not found: ${path}`;
  if (code === 'ACCESS_DENIED') return invalid(`File path must be within the root directory (${root}): ${path}`);
  return null;
}
