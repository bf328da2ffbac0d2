import type { Failure } from '@dragoman/fs-core';
import type { GlobOutcome } from '@dragoman/outcomes';
import type { GlobFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Reader, type Scene, text, unmarked } from '../formatter.ts';
import { notedLines } from '../shared/noted-lines.ts';
import { printableName } from '../shared/printable.ts';
import { globFacts } from '../shared/search-facts.ts';
import { searchNotes } from '../shared/search-notes.ts';
import { directoryNote, toolFailed } from './failure.ts';
import { rejected } from './grep.ts';

const MOST_FILES = 100;

/** Paths, one a line, as `Glob` of dialect `claude` lists them. @example foundFiles(outcome, { limit: { bytes: 20_000 } }) */
export function foundFiles(outcome: GlobOutcome, { limit, display }: Reader): FormattedResult<GlobFacts> {
  const { entries, total, cwdPrefix } = outcome;
  const mark = display?.mark ?? unmarked;
  const lines = entries.slice(0, MOST_FILES).map(({ path }) => mark('path', printableName(cwdPrefix + path)));
  const notesAfter = (count: number) => [
    ...(lines.length === 0 ? ['No files found'] : []),
    ...(total > count ? [restNote(count, total)] : []),
    ...searchNotes(outcome),
  ];
  const shown = notedLines(lines, { limit, notesAfter });
  return { content: [text(shown.text)], outcome: globFacts(outcome, shown.count) };
}

function restNote(count: number, total: number): string {
  return `(Showing ${count} of ${total} matching files; ${total - count} more are not listed. Narrow the pattern or path to see the rest.)`;
}

/**
 * Explains a failure of `Glob`.
 * @example globFailed({ code: 'NOT_FOUND', path: 'a' }, { pattern: '*', path: 'a' }, { root: '/p', limit: { bytes: 20_000 } })
 */
export function globFailed(failure: Failure, args: Arguments, scene: Scene): string {
  const path = String(args.path ?? '').trim();
  switch (failure.code) {
    case 'NOT_FOUND':
      return `Directory does not exist: ${path}. ${directoryNote(scene)}`;
    case 'NOT_DIRECTORY':
      return `Path is not a directory: ${path}`;
    case 'INVALID_PATTERN':
      return rejected(failure.reason);
    default:
      return toolFailed(failure, args, scene);
  }
}
