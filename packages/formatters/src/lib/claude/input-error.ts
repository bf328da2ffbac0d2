import type { ArgumentIssue, FailureOf } from '@dragoman/fs-core/internal/kernel';
import type { Arguments, Scene } from '../formatter.ts';
import { argumentIssues } from '../shared/argument-issues.ts';
import { failureSentence } from '../shared/failure-sentence.ts';

/** Words arguments that do not fit a tool as Claude Code does; null for any other failure. */
export function inputError(
  failure: FailureOf<'INVALID_ARGUMENT'>,
  args: Arguments,
  { tool = 'The call' }: Scene,
): string | null {
  const lines = issueLines(failure, args);
  if (lines === null) return null;
  return `InputValidationError: ${tool} failed due to the following ${lines.length === 1 ? 'issue' : 'issues'}:\n${lines.join('\n')}`;
}

function issueLines(failure: FailureOf<'INVALID_ARGUMENT'>, args: Arguments): string[] | null {
  if (failure.problem === 'path') {
    const name = Object.keys(args).find((each) => args[each] === failure.path) ?? 'file_path';
    return [`The parameter \`${name}\` is not valid: ${failureSentence(failure, { search: null })}`];
  }
  if (failure.problem !== 'arguments') return null;
  const { issues, more = 0 } = failure;
  return [...issues.map((issue) => issueLine(issue, args)), ...(more > 0 ? [`and ${more} more`] : [])];
}

function issueLine(issue: ArgumentIssue, args: Arguments): string {
  const { argument, problem, expected } = issue;
  const value = args[argument];
  if (problem === 'missing' || (problem === 'type' && value === null))
    return `The required parameter \`${argument}\` is missing`;
  if (problem !== 'type' || argument === '') return argumentIssues([issue]);
  const isFraction = expected === 'integer' && isNumber(value);
  const wanted = isFraction ? 'int' : expected === 'integer' ? 'number' : expected;
  const given = isFraction ? 'number' : typeName(value, expected);
  return `The parameter \`${argument}\` type is expected as \`${wanted}\` but provided as \`${given}\``;
}

/** True for a number, and for a text that stands for one. */
function isNumber(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\s*-?\d[\d.]*\s*$/.test(value));
}

/** The JSON type of an argument; of objects and arrays, arguments hold the JSON. */
function typeName(value: unknown, expected: string | undefined): string {
  const isJson = typeof value === 'string' && (expected === 'string' || /^[[{]/.test(value));
  if (!isJson) return value === undefined ? 'undefined' : typeof value;
  return value.startsWith('[') ? 'array' : 'object';
}
