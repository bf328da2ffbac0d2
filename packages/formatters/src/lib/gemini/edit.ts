import type { Failure } from '@dragoman/fs-core';
import type { ReplaceTextOutcome, WriteFileOutcome } from '@dragoman/outcomes';
import type { EditFacts, WriteFileFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Reader, type Scene, text } from '../formatter.ts';
import { boundedText } from '../shared/bounded-text.ts';
import { editFacts } from '../shared/edit-facts.ts';
import { printableName } from '../shared/printable.ts';
import { unifiedDiff } from '../shared/unified-diff.ts';
import { writeFileFacts } from '../shared/write-notes.ts';
import { invalid, schemaIssue, sentenceOf, writePathRefused } from './failure.ts';

/** Confirmation of `replace`; a person is shown a diff, too. @example replaced(outcome, { limit: { bytes: 20_000 } }) */
export function replaced(
  outcome: ReplaceTextOutcome | WriteFileOutcome,
  { limit, display }: Reader,
): FormattedResult<EditFacts | WriteFileFacts> {
  const { dryRun } = outcome;
  const name = printableName(outcome.path);
  if (outcome.kind === 'write') {
    const done = dryRun ? '[Dry Run] Would create' : 'Created';
    return { content: [text(`${done} new file: ${name} with provided content.`)], outcome: writeFileFacts(outcome) };
  }
  const done = dryRun ? '[Dry Run] Would modify' : 'Successfully modified';
  const confirmation = `${done} file: ${name} (${outcome.replacements} replacements).`;
  const shown = display ? `${confirmation}\n${unifiedDiff(outcome)}` : confirmation;
  return {
    content: [text(boundedText(shown, limit, '(the rest of the diff is too long to show)'))],
    outcome: editFacts(outcome),
  };
}

/**
 * Explains a failure of `replace`.
 * @example replaceFailed({ code: 'NOT_FOUND', path: 'a.md' }, { file_path: 'a.md' }, { root: '/project', limit: { bytes: 20_000 } })
 */
export function replaceFailed(failure: Failure, args: Arguments, { root }: Scene): string {
  const refused = schemaIssue(failure) ?? writePathRefused(failure, args, root);
  if (refused !== null) return refused;
  const path = String(args.file_path);
  switch (failure.code) {
    case 'NOT_FOUND':
      return `File not found: ${path}`;
    case 'NO_MATCH':
      return `Failed to edit, 0 occurrences found for old_string in ${path}. No edits made. The exact text in old_string was not found. Ensure you're not escaping content incorrectly and check whitespace, indentation, and context. Use read_file tool to verify.`;
    case 'AMBIGUOUS_MATCH':
    case 'COUNT_MISMATCH':
      return `Failed to edit, Expected ${failure.expected} occurrence but found ${failure.actual} for old_string in file: ${path}`;
    case 'IS_DIRECTORY':
      return 'Error preparing edit: EISDIR: illegal operation on a directory, read';
    case 'INVALID_ARGUMENT':
      return failure.problem === 'exists'
        ? `File already exists, cannot create: ${path}`
        : invalid(sentenceOf(failure));
    default:
      return `Error preparing edit: ${sentenceOf(failure)}`;
  }
}
