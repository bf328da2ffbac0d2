import type { Failure } from '@dragoman/fs-core';
import type { GlobOutcome } from '@dragoman/outcomes';
import type { GlobFacts } from '../facts.ts';
import { type FormattedResult, type Reader, text, unmarked } from '../formatter.ts';
import { notedLines } from '../shared/noted-lines.ts';
import { printableName, printableText } from '../shared/printable.ts';
import { globFacts } from '../shared/search-facts.ts';
import { searchNotes } from '../shared/search-notes.ts';
import { besides } from '../shared/text-limit.ts';
import { commonFailure, isProblem, otherFailure } from './failure.ts';

/** Result of `glob`: absolute paths, one a line. @example foundFiles(outcome, { limit: { bytes: 20_000 } }) */
export function foundFiles(outcome: GlobOutcome, { limit, display }: Reader): FormattedResult<GlobFacts> {
  const { path, folder, entries, total, ignored } = outcome;
  const mark = display?.mark ?? unmarked;
  const lines = entries.map((entry) => mark('path', printableName(folder + entry.path)));
  const notesAfter = (count: number) => [
    ...(total > count ? [`[${total - count} more files not shown: narrow the pattern]`] : []),
    // The heading counts what is ignored.
    ...searchNotes({ ...outcome, ignored: 0 }),
  ];
  const head = heading(outcome);
  const shown = notedLines(lines, { limit: besides(limit, `${head}\n`), notesAfter });
  return {
    content: [text(shown.text === '' ? head : `${head}\n${shown.text}`)],
    outcome: { ...globFacts(outcome, shown.count), path, ignored },
  };
}

function heading({ total, ignored, ...asked }: GlobOutcome): string {
  const [pattern, path] = [printableText(asked.pattern), printableName(String(asked.path))];
  if (total === 0) {
    const note = ignored > 0 ? ` (${ignored} files were ignored)` : '';
    return `No files found matching pattern "${pattern}" within ${path}${note}`;
  }
  const note = ignored > 0 ? ` (${ignored} additional files were ignored)` : '';
  return `Found ${total} file(s) matching "${pattern}" within ${path}${note}, sorted by modification time (newest first):`;
}

/**
 * Explains a failure of `glob`.
 * @example globFailed({ code: 'NOT_FOUND', path: '/project/docs' })
 */
export function globFailed(failure: Failure): string {
  const common = commonFailure(failure);
  if (common !== null) return common;
  if (isProblem(failure, 'empty')) return "The 'pattern' parameter cannot be empty.";
  switch (failure.code) {
    case 'NOT_FOUND':
      return `Search path does not exist ${failure.path}`;
    case 'NOT_DIRECTORY':
      return failure.kind === 'file'
        ? `Search path is not a directory: ${failure.path}`
        : `Search path does not exist ${failure.path}`;
    case 'UNSUPPORTED_FILE':
      return `Search path is not a directory: ${failure.path}`;
    default:
      return otherFailure(failure);
  }
}
