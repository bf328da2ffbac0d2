import type { ArgumentIssue } from '@dragoman/fs-core/internal/kernel';

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

/** One sentence that names arguments that do not fit, and how many further problems there are. */
export function argumentIssues(issues: readonly ArgumentIssue[], more = 0): string {
  return [...issues.map(sentence), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

function sentence(issue: ArgumentIssue): string {
  const { argument, problem, expected, of, minimum, maximum, values } = issue;
  if (issue.given !== undefined) return meant(issue, issue.given);
  const name = argument === '' ? 'The arguments' : `Argument "${argument}"`;
  const kind = KINDS[expected ?? ''] ?? expected;
  switch (problem) {
    case 'missing':
      return `${name} is required${kind === undefined ? '' : ` and must be ${kind}`}`;
    case 'type':
      return `${name} must be ${kind}`;
    case 'too_small':
      return `${name} must ${bound('at least', minimum, of)}`;
    case 'too_big':
      return `${name} must ${bound('at most', maximum, of)}`;
    case 'unknown':
      return `${name} is not one of this tool's`;
    case 'other-change':
      return `${name} is not one of this tool's, and asks for another change than it makes: nothing was done`;
    default:
      if (values !== undefined)
        return `${name} must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
      return expected === undefined ? `${name} is not valid` : `${name} must be ${expected}`;
  }
}

/** The sentence for an argument under a name that the tool does not have. */
function meant({ argument, problem }: ArgumentIssue, given: string): string {
  return problem === 'twice'
    ? `Arguments "${given}" and "${argument}" mean the same and have different values`
    : `Argument "${given}" is not one of this tool's; did you mean "${argument}"?`;
}

function bound(least: string, limit: number | undefined, of: string | undefined): string {
  const things = { array: 'items', string: 'characters' }[of ?? ''];
  return things === undefined ? `be ${least} ${limit}` : `have ${least} ${limit} ${things}`;
}
