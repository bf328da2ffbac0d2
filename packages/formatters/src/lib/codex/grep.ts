import type { Failure } from '@dragoman/fs-core';
import type { GrepOutcome } from '@dragoman/outcomes';
import type { GrepFacts } from '../facts.ts';
import { type FormattedResult, type Reader, text } from '../formatter.ts';
import { pathOf } from '../shared/failure-path.ts';
import { notedLines } from '../shared/noted-lines.ts';
import { printableName } from '../shared/printable.ts';
import { grepFacts } from '../shared/search-facts.ts';
import { searchNotes } from '../shared/search-notes.ts';
import { isProblem, otherFailure, systemReason } from './failure.ts';

/**
 * Result of `grep_files`: the absolute paths of files, the newest first.
 * @example foundFiles(outcome, { limit: { bytes: 20_000 } })
 */
export function foundFiles(outcome: GrepOutcome, { limit }: Reader): FormattedResult<GrepFacts> {
  const { files, folder, total } = outcome;
  const lines = files.map(({ path }) => printableName(folder + path));
  const notesAfter = (count: number) => [
    ...(files.length === 0 ? ['No matches found.'] : []),
    ...searchNotes(outcome),
    ...(total > count && files.length > 0 ? [moreNote(count, outcome)] : []),
  ];
  const shown = notedLines(lines, { limit, notesAfter });
  return { content: [text(shown.text)], outcome: grepFacts(outcome, shown.count) };
}

/** A note on how to see files that are not listed: the limit was too low, or the response cannot carry more. */
function moreNote(count: number, { files, total }: GrepOutcome): string {
  const next =
    count < files.length
      ? 'narrow the search by include or path'
      : 'give a higher limit, or narrow the search by include or path';
  return `[${count} of ${total} files listed: ${next} to see the rest]`;
}

/** Explains a failure of `grep_files`. @example grepFailed({ code: 'NOT_FOUND', path: 'a.md' }) */
export function grepFailed(failure: Failure): string {
  if (isProblem(failure, 'empty')) return 'pattern must not be empty';
  if (isProblem(failure, 'limit')) return 'limit must be greater than zero';
  if (failure.code === 'INVALID_PATTERN') return `rg failed: ${failure.reason}`;
  const reason = systemReason(failure);
  return reason === null ? otherFailure(failure) : `unable to access \`${pathOf(failure)}\`: ${reason}`;
}
