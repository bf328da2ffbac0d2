import type { GrepOutcome } from '@dragoman/outcomes';
import type { GrepFacts } from '../facts.ts';
import { type FormattedResult, type Reader, text } from '../formatter.ts';
import { matchLines } from '../shared/match-lines.ts';
import { notedLines } from '../shared/noted-lines.ts';
import { grepFacts } from '../shared/search-facts.ts';
import { searchNotes } from '../shared/search-notes.ts';

/**
 * Result of `grep`: each matching line after its absolute path and its number, as ripgrep prints them; of a single file
 * without the path.
 * @example foundLines(outcome, { limit: { bytes: 20_000 } })
 */
export function foundLines(outcome: GrepOutcome, { limit }: Reader): FormattedResult<GrepFacts> {
  const { files, folder, unconfirmed } = outcome;
  const lines = matchLines(files, { prefix: outcome.isFile ? null : folder, numbers: true, separated: false });
  const notesAfter = (count: number) => [
    ...(lines.length === 0 && unconfirmed === 0 ? ['no matches'] : []),
    ...(count < lines.length ? ['[output truncated: narrow the search by path or pattern to see the rest]'] : []),
    ...searchNotes(outcome),
  ];
  const shown = notedLines(lines, { limit, notesAfter });
  return {
    // A newline at the end, as programs print it.
    content: [text(shown.count === 0 ? shown.text : `${shown.text}\n`)],
    outcome: grepFacts(outcome),
  };
}
