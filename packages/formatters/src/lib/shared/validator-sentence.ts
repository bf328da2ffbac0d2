import type { ArgumentIssue, Failure } from '@dragoman/fs-core/internal/kernel';
import { argumentIssues } from './argument-issues.ts';

/** A fault of the arguments by the schema, in the words of the validator Ajv; null for any other failure. */
export function validatorSentence(failure: Failure): string | null {
  if (failure.code !== 'INVALID_ARGUMENT' || failure.problem !== 'arguments') return null;
  const { issues } = failure;
  // That validator reports missing arguments first, and one problem at a time.
  const issue = issues.find(({ problem }) => problem === 'missing') ?? issues[0];
  return issue === undefined ? null : sentence(issue);
}

function sentence(issue: ArgumentIssue): string {
  const { argument, problem, expected, of, minimum, maximum } = issue;
  if (argument === '') return 'Value of params must be an object';
  const pointer = `params/${argument.replaceAll('.', '/')}`;
  switch (problem) {
    case 'missing':
      return `params must have required property '${argument}'`;
    case 'type':
      return `${pointer} must be ${expected}`;
    case 'too_small':
      return of === 'array'
        ? `${pointer} must NOT have fewer than ${minimum} items`
        : `${pointer} must be >= ${minimum}`;
    case 'too_big':
      return `${pointer} must be <= ${maximum}`;
    case 'twice':
    case 'unknown':
    case 'other-change':
      return argumentIssues([issue]);
    default:
      return `${pointer} is not valid`;
  }
}
