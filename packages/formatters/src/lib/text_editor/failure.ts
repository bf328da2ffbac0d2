import type { ArgumentIssue, Failure, FailureOf, ProblemOf } from '@dragoman/fs-core/internal/kernel';
import type { Arguments, Scene } from '../formatter.ts';
import { argumentIssues } from '../shared/argument-issues.ts';
import { failureSentence } from '../shared/failure-sentence.ts';
import { nearestPlaces } from '../shared/nearest-places.ts';
import { formatSize } from '../shared/size.ts';
import { withoutEnd } from '../shared/without-end.ts';

/**
 * Explains a failure of `str_replace_based_edit_tool`.
 * @example editorFailed({ code: 'NOT_FOUND', path: 'a.md' }, { command: 'view', path: 'a.md' }, { root: '/project', limit: { bytes: 20_000 } })
 */
export function editorFailed(failure: Failure, args: Arguments, { root }: Scene): string {
  const isCreating = args.command === 'create';
  const path = withoutEnd(String(args.path), '/', 1);
  switch (failure.code) {
    case 'NOT_FOUND':
      if (failure.missing === 'edit') return otherFailure(failure);
      return `The path ${path} does not exist. Please provide a valid path.`;
    case 'ACCESS_DENIED':
      if (isCreating) return `Ran into an access error while trying to write to ${path}`;
      return `The path ${path} does not exist. Please provide a valid path.`;
    case 'NOT_DIRECTORY':
      return isCreating ? otherFailure(failure) : `The path ${path} does not exist. Please provide a valid path.`;
    case 'IS_DIRECTORY':
      if (isCreating) return alreadyThere(path);
      return `The path ${path} is a directory and only the \`view\` command can be used on directories`;
    case 'INVALID_RANGE':
      return failure.problem === 'lines' ? rangeRefused(failure) : otherFailure(failure);
    case 'INVALID_ARGUMENT':
      return argumentRefused(failure, args, { root, path });
    case 'UNSUPPORTED_FILE':
      if (!('mimeType' in failure) || failure.picture !== undefined) return otherFailure(failure);
      return `Ran into a binary file (${formatSize(failure.size ?? 0)}) while trying to read ${path}`;
    case 'CONFLICT':
      if (args.command !== 'undo_edit' || failure.problem !== 'changed') return otherFailure(failure);
      return `${path} has changed since its last edit. Nothing was undone.`;
    case 'NO_MATCH':
      return notFound(args, path) + (failure.nearest.length === 0 ? '' : `\n${nearestPlaces(failure.nearest)}`);
    case 'AMBIGUOUS_MATCH':
      return `${ambiguous(args)} in lines [${linesOf(failure)}]. Please ensure it is unique`;
    default:
      return otherFailure(failure);
  }
}

function alreadyThere(path: string): string {
  return `File already exists at: ${path}. Cannot overwrite files using command \`create\`.`;
}

/** The sentence for a text that is nowhere in a file. */
export function notFound({ old_str }: Arguments, path: string): string {
  return `No replacement was performed, old_str \`${old_str}\` did not appear verbatim in ${path}.`;
}

/** The beginning of the sentence for a text that is in several places. */
export function ambiguous({ old_str }: Arguments): string {
  return `No replacement was performed. Multiple occurrences of old_str \`${old_str}\``;
}

/** Each line in which a match begins, once. */
export function linesOf({ lines }: FailureOf<'AMBIGUOUS_MATCH'>): string {
  return [...new Set(lines)].join(', ');
}

/** The sentence for lines that a file does not have. */
export function rangeRefused(failure: ProblemOf<'INVALID_RANGE', 'lines'>): string {
  const { action, startLine, endLine = -1, totalLines = 0 } = failure;
  if (action === 'insert')
    return `Invalid \`insert_line\` parameter: ${startLine}. It should be within the range of lines of the file: [0, ${totalLines}]`;
  const given = `Invalid \`view_range\`: [${startLine}, ${endLine}].`;
  if (startLine < 1 || startLine > totalLines)
    return `${given} Its first element \`${startLine}\` should be within the range of lines of the file: [1, ${totalLines}]`;
  if (endLine > totalLines)
    return `${given} Its second element \`${endLine}\` should be smaller than the number of lines in the file: \`${totalLines}\``;
  return `${given} Its second element \`${endLine}\` should be larger or equal than its first \`${startLine}\``;
}

interface PathAndRoot {
  readonly root: string;
  readonly path: string;
}

function argumentRefused(failure: FailureOf<'INVALID_ARGUMENT'>, args: Arguments, { root, path }: PathAndRoot): string {
  switch (failure.problem) {
    case 'relative':
      return `The path ${path} is not an absolute path, it should start with \`/\`. Maybe you meant ${root}/${path}?`;
    case 'exists':
      return alreadyThere(path);
    case 'range-of-directory':
      return 'The `view_range` parameter is not allowed when `path` points to a directory.';
    case 'arguments':
      return issuesIn(failure, args, 'str_replace_based_edit_tool');
    default:
      return otherFailure(failure);
  }
}

/** The sentence for arguments that do not fit a tool of several commands. */
export function issuesIn(
  { issues, more }: ProblemOf<'INVALID_ARGUMENT', 'arguments'>,
  args: Arguments,
  tool: string,
): string {
  const [issue] = issues;
  if (issue?.argument.startsWith('view_range')) return 'Invalid `view_range`. It should be a list of two integers.';
  if (issue?.argument === 'command' && issue.problem === 'value') return unknownCommand(issue, args, tool);
  if (issue?.problem === 'missing' && typeof args.command === 'string')
    return `Parameter \`${issue.argument}\` is required for command: ${args.command}`;
  return argumentIssues(issues, more);
}

function unknownCommand({ values = [] }: ArgumentIssue, { command }: Arguments, tool: string): string {
  return `Unrecognized command ${command}. The allowed commands for the ${tool} tool are: ${values.join(', ')}`;
}

/**
 * The sentence for a failure for which a tool has none of its own.
 * @example otherFailure({ code: 'NOT_FOUND', path: 'a.md' })
 */
export function otherFailure(failure: Failure): string {
  return failureSentence(failure, { search: null, range: 'view_range reads' });
}
