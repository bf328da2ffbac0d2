import type { GlobOutcome } from '@dragoman/outcomes';
import type { GlobFacts } from '../facts.ts';
import { type FormattedResult, type Reader, text, unmarked } from '../formatter.ts';
import { notedLines } from './noted-lines.ts';
import { printableName } from './printable.ts';
import { globFacts } from './search-facts.ts';
import { searchNotes } from './search-notes.ts';

/**
 * Relative paths, one a line, as `glob` of dialect `editor` lists them.
 * @example foundPaths(outcome, { limit: { bytes: 20_000 } })
 */
export function foundPaths(outcome: GlobOutcome, reader: Reader): FormattedResult<GlobFacts> {
  return pathList(outcome, reader, outcome.prefix);
}

/**
 * Absolute paths, one a line, as `Glob` of dialect `claude-code` lists them.
 * @example foundFiles(outcome, { limit: { bytes: 20_000 } })
 */
export function foundFiles(outcome: GlobOutcome, reader: Reader): FormattedResult<GlobFacts> {
  return pathList(outcome, reader, outcome.folder);
}

function pathList(outcome: GlobOutcome, { limit, display }: Reader, prefix: string): FormattedResult<GlobFacts> {
  const { entries, total, folder } = outcome;
  const mark = display?.mark ?? unmarked;
  const separator = folder.slice(-1);
  const lines = entries.map(({ path, kind }) =>
    mark('path', printableName(prefix + path) + (kind === 'directory' ? separator : '')),
  );
  const notesAfter = (count: number) => [
    ...(entries.length === 0 ? ['No files found'] : []),
    ...(total > count ? [`Truncated: ${count} of ${total} paths shown. Narrow the pattern to see the rest.`] : []),
    ...searchNotes(outcome),
  ];
  const shown = notedLines(lines, { limit, notesAfter });
  return { content: [text(shown.text)], outcome: globFacts(outcome, shown.count) };
}
