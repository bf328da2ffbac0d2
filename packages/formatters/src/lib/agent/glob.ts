import type { GlobOutcome } from '@dragoman/outcomes';
import type { GlobFacts } from '../facts.ts';
import { type FormattedResult, type Reader, text } from '../formatter.ts';
import { notedLines } from '../shared/noted-lines.ts';
import { printableName } from '../shared/printable.ts';
import { globFacts } from '../shared/search-facts.ts';
import { searchNotes } from '../shared/search-notes.ts';

const MOST_PATHS = 200;

/**
 * Result of `glob`: absolute paths, the newest file first.
 * @example foundFiles(outcome, { limit: { bytes: 20_000 } })
 */
export function foundFiles(outcome: GlobOutcome, { limit }: Reader): FormattedResult<GlobFacts> {
  const { entries, folder, total } = outcome;
  const lines = entries.slice(0, MOST_PATHS).map(({ path }) => printableName(folder + path));
  const notesAfter = (count: number) => [
    ...(total === 0 ? ['no matches'] : []),
    ...(total > count ? [`[${count} of ${total} paths shown: narrow the pattern to see the rest]`] : []),
    ...searchNotes(outcome),
  ];
  const { text: shown, count } = notedLines(lines, { limit, notesAfter });
  return { content: [text(shown)], outcome: globFacts(outcome, count) };
}
