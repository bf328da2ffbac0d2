import type { Failure } from '@dragoman/fs-core';
import type { ReplaceTextOutcome, WriteFileOutcome } from '@dragoman/outcomes';
import type { EditFacts, WriteFileFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Reader, text } from '../formatter.ts';
import { boundedText } from '../shared/bounded-text.ts';
import { counted } from '../shared/counted.ts';
import { editFacts } from '../shared/edit-facts.ts';
import { nearestPlaces } from '../shared/nearest-places.ts';
import { printableName } from '../shared/printable.ts';
import { unifiedDiff } from '../shared/unified-diff.ts';
import { writeFileFacts } from '../shared/write-notes.ts';
import { fileMissing, toolFailed } from './failure.ts';

/**
 * Confirmation of `Edit` of dialect `claude-code`, with a unified diff.
 * @example edited(outcome, { limit: { bytes: 20_000 } })
 */
export function edited(
  outcome: ReplaceTextOutcome | WriteFileOutcome,
  { limit }: Reader,
): FormattedResult<EditFacts | WriteFileFacts> {
  if (outcome.kind === 'write') return createdByEdit(outcome);
  const { path, replacements, dryRun } = outcome;
  const head = dryRun
    ? `[Dry Run] Would replace ${replacements} occurrence(s)`
    : `Replaced ${replacements} occurrence(s) in ${printableName(path)}`;
  const note = '(the rest of the diff is too long to show; Read shows the file)';
  const body = boundedText(`${head}\n${unifiedDiff(outcome)}`, limit, note);
  return { content: [text(body)], outcome: editFacts(outcome) };
}

function createdByEdit(outcome: WriteFileOutcome): FormattedResult<WriteFileFacts> {
  const { path, bytesWritten, dryRun } = outcome;
  const done = dryRun ? '[Dry Run] Would create' : 'Created';
  return {
    content: [text(`${done} ${printableName(path)} with ${counted(bytesWritten, 'byte')}`)],
    outcome: writeFileFacts(outcome),
  };
}

/** Explains a failure of `Edit`. @example editFailed({ code: 'NOT_FOUND', path: 'a.md' }, { file_path: 'a.md' }) */
export function editFailed(failure: Failure, args: Arguments): string {
  const path = String(args.file_path);
  switch (failure.code) {
    case 'NOT_FOUND':
      return fileMissing(failure, path);
    case 'NO_MATCH':
      return `old_string not found in ${path}${nearestPlaces(failure.nearest)}`;
    case 'AMBIGUOUS_MATCH':
      return `old_string found ${failure.actual} times. Use replace_all=true or provide more context to make it unique.`;
    case 'INVALID_ARGUMENT':
      if (failure.problem === 'equal-texts') return 'old_string and new_string are equal: there is nothing to change';
      if (failure.problem !== 'exists') return toolFailed(failure);
      return `old_string is empty, but ${path} exists: give the text to replace, or overwrite the file with Write`;
    default:
      return toolFailed(failure);
  }
}
