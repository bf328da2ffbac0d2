import type { Failure } from '@dragoman/fs-core';
import type { ReplaceTextOutcome, WriteFileOutcome } from '@dragoman/outcomes';
import type { EditFacts, WriteFileFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Reader, text } from '../formatter.ts';
import { boundedText } from '../shared/bounded-text.ts';
import { counted } from '../shared/counted.ts';
import { editFacts } from '../shared/edit-facts.ts';
import { nearestPlaces } from '../shared/nearest-places.ts';
import { printableName } from '../shared/printable.ts';
import { writeFacts } from '../shared/write-notes.ts';
import { commonFailure, EMPTY_PATH, fileNotFound, otherFailure } from './failure.ts';
import { changedSnippet } from './snippet.ts';
import { REST_OF_CODE } from './write.ts';

/**
 * Confirmation of `replace`, with the lines that changed.
 * @example replaced(outcome, { limit: { bytes: 20_000 } }, { file_path: 'a.md', old_string: 'one', new_string: 'two' })
 */
export function replaced(
  outcome: ReplaceTextOutcome | WriteFileOutcome,
  { limit }: Reader,
  { new_string }: Arguments,
): FormattedResult<EditFacts | WriteFileFacts> {
  const { dryRun } = outcome;
  const name = printableName(outcome.path);
  const bounded = (confirmation: string, code: string) => [
    text(boundedText(`${confirmation} Here is the updated code:\n${code}`, limit, REST_OF_CODE)),
  ];
  if (outcome.kind === 'write') {
    const done = dryRun ? '[Dry Run] Would create' : 'Created';
    const content = bounded(`${done} new file: ${name} with provided content.`, String(new_string));
    return { content, outcome: writeFacts(outcome) };
  }
  const done = dryRun ? '[Dry Run] Would modify' : 'Successfully modified';
  const code = changedSnippet(outcome.differingLines, () => String(new_string));
  const content = bounded(`${done} file: ${name} (${outcome.replacements} replacements).`, code);
  return { content, outcome: editFacts(outcome) };
}

/**
 * Explains a failure of `replace`.
 * @example replaceFailed({ code: 'NOT_FOUND', path: '/project/a.md' }, { file_path: 'a.md' })
 */
export function replaceFailed(failure: Failure, args: Arguments): string {
  const common = commonFailure(failure);
  if (common !== null) return common;
  const path = String(args.file_path);
  switch (failure.code) {
    case 'NOT_FOUND':
    // What leads through a file leads to nothing.
    case 'NOT_DIRECTORY':
      return fileNotFound(failure);
    case 'NO_MATCH':
      return `Could not find an exact match for 'old_string' in '${path}'. If previous edits modified the file or you are modifying lines outside your recent read window, please use ReadFile to inspect the target lines before retrying with an exact 'old_string'.${nearestPlaces(failure.nearest)}`;
    case 'AMBIGUOUS_MATCH':
    case 'COUNT_MISMATCH':
      return `Failed to edit, Expected ${counted(failure.expected, 'occurrence')} but found ${failure.actual} for old_string in file: ${path}. If you intended to replace multiple occurrences, set 'allow_multiple' to true.`;
    case 'IS_DIRECTORY':
      return 'EISDIR: illegal operation on a directory, read';
    case 'INVALID_ARGUMENT':
      return argumentRefused(failure.problem, { path, absolute: 'path' in failure ? String(failure.path) : path });
    default:
      return otherFailure(failure);
  }

  function argumentRefused(problem: string, paths: { readonly path: string; readonly absolute: string }): string {
    switch (problem) {
      case 'no-path':
        return EMPTY_PATH;
      case 'placeholder':
        return "`new_string` contains an omission placeholder (for example 'rest of methods ...'). Provide exact literal replacement text.";
      case 'equal-texts':
        return `No changes to apply. The old_string and new_string are identical in file: ${paths.path}`;
      case 'exists':
        return `File already exists, cannot create: ${paths.absolute}`;
      default:
        return otherFailure(failure);
    }
  }
}
