import type { Failure } from '@dragoman/fs-core';
import type { GrepFile, GrepOutcome } from '@dragoman/outcomes/internal/parts';
import type { GrepFacts } from '../facts.ts';
import {
  type Arguments,
  type FormattedResult,
  type Mark,
  type Reader,
  type Scene,
  text,
  unmarked,
} from '../formatter.ts';
import { pathOf } from '../shared/failure-path.ts';
import { shownText } from '../shared/match-lines.ts';
import { notedLines } from '../shared/noted-lines.ts';
import { printableName, printableText } from '../shared/printable.ts';
import { grepFacts } from '../shared/search-facts.ts';
import { searchNotes } from '../shared/search-notes.ts';
import { invalid, otherFailure } from './failure.ts';

/**
 * Result of `search_file_content`: a block of lines for each file.
 * @example foundContent(outcome, { limit: { bytes: 20_000 } }, { pattern: 'createServer' })
 */
export function foundContent(
  outcome: GrepOutcome,
  { limit, display }: Reader,
  args: Arguments,
): FormattedResult<GrepFacts> {
  const { files, remaining, pattern, unconfirmed } = outcome;
  const shown = files.reduce((sum, { lines }) => sum + lines.length, 0);
  const searched = `for pattern "${printableText(pattern)}" in path "${printableName(pathAsked(args))}"${filter(args)}`;
  // If something was found but not confirmed, a note says so.
  const none = unconfirmed > 0 ? [] : [`No matches found ${searched}.`];
  const head = shown === 0 ? none : [`Found ${shown + remaining} matches ${searched}:`, '---'];
  const lines = [...head, ...files.flatMap((file) => block(file, display?.mark ?? unmarked))];
  const rest =
    remaining > 0 ? [`[${remaining} more matches not shown: narrow the search by path, include or pattern]`] : [];
  const notesAfter = (count: number) => [
    ...(count < lines.length ? ['[truncated: narrow the search by path, include or pattern to see the rest]'] : rest),
    ...searchNotes(outcome),
  ];
  return {
    content: [text(notedLines(lines, { limit, notesAfter }).text)],
    outcome: { ...grepFacts(outcome), matches: shown + remaining },
  };
}

function pathAsked({ path }: Arguments): string {
  return String(path || '.');
}

function filter({ include }: Arguments): string {
  return include ? ` (filter: "${printableText(String(include))}")` : '';
}

function block({ path, lines }: GrepFile, mark: Mark): string[] {
  const matches = lines.map((line) => `L${mark('number', String(line.number))}: ${shownText(line, mark).trim()}`);
  return [`File: ${mark('path', printableName(path))}`, ...matches, '---'];
}

/**
 * Explains a failure of `search_file_content`.
 * @example searchFailed({ code: 'NOT_FOUND', path: 'a.md' }, { pattern: 'createServer' }, { root: '/project', limit: { bytes: 20_000 } })
 */
export function searchFailed(failure: Failure, args: Arguments, { root }: Scene): string {
  const asked = pathAsked(args);
  // Gemini CLI names the path that it looked at, which is absolute.
  const path = pathOf(failure) ?? asked;
  switch (failure.code) {
    case 'NOT_FOUND':
      return invalid(
        `Failed to access path stats for ${path}: Error: ENOENT: no such file or directory, stat '${path}'`,
      );
    case 'NOT_DIRECTORY':
      return failure.kind === 'file' ? notADirectory(path) : invalid(`Path does not exist: ${path}`);
    case 'UNSUPPORTED_FILE':
      return notADirectory(path);
    case 'ACCESS_DENIED':
      return invalid(
        `Path validation failed: Attempted path "${asked}" resolves outside the allowed root directory "${root}".`,
      );
    default:
      return failure.code === 'INVALID_PATTERN' && failure.problem === 'regexp'
        ? invalid(`Invalid regular expression pattern provided: ${args.pattern}. Error: ${failure.reason}`)
        : otherFailure(failure);
  }
}

function notADirectory(path: string): string {
  return invalid(`Failed to access path stats for ${path}: Error: Path is not a directory: ${path}`);
}
