import type { Failure } from '@dragoman/fs-core';
import type { GrepOutcome } from '@dragoman/outcomes';
import type { GrepFile, GrepLine } from '@dragoman/outcomes/internal/parts';
import type { GrepFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Mark, type Reader, text, unmarked } from '../formatter.ts';
import { markedMatches } from '../shared/match-lines.ts';
import { notedLines } from '../shared/noted-lines.ts';
import { printableName, printableText } from '../shared/printable.ts';
import { grepFacts } from '../shared/search-facts.ts';
import { searchNotes } from '../shared/search-notes.ts';
import { typedAnswer } from '../shared/typed-answer.ts';
import { commonFailure, otherFailure } from './failure.ts';

/**
 * Result of `grep_search`: a block of lines for each file, or the paths of the files.
 * @example foundContent(outcome, { limit: { bytes: 20_000 } }, { pattern: 'createServer' })
 */
export function foundContent(
  outcome: GrepOutcome,
  { limit, display }: Reader,
  args: Arguments,
): FormattedResult<GrepFacts> {
  const { files, matches, unconfirmed } = outcome;
  const mark = display?.mark ?? unmarked;
  const facts = { ...grepFacts(outcome), matches };
  if (matches === 0) {
    const lines = unconfirmed > 0 ? [] : [`No matches found for ${asked(args)}.`];
    return { content: [text([...lines, ...searchNotes(outcome)].join('\n'))], outcome: facts };
  }
  const blocks = args.names_only
    ? files.map((file) => mark('path', printableName(nameOf(outcome, file)))).sort()
    : ['---', ...files.flatMap((file) => block(nameOf(outcome, file), file, mark))];
  const lines = [`${heading(outcome, args)}:`, ...blocks];
  const notesAfter = (count: number) => [
    ...(count < lines.length
      ? ['[truncated: narrow the search by dir_path, include_pattern or pattern to see the rest]']
      : []),
    ...searchNotes(outcome),
  ];
  return {
    content: [text(notedLines(lines, { limit, notesAfter }).text)],
    outcome: facts,
    ...(args.names_only === true && { typed: () => typedAnswer('search', { ...outcome, result: 'files' }) }),
  };
}

function heading({ files, matches, remaining }: GrepOutcome, args: Arguments): string {
  const limited = remaining > 0 ? ` (results limited to ${args.total_max_matches ?? 100} matches for performance)` : '';
  const found = args.names_only
    ? `${files.length} files with matches`
    : `${matches} ${matches === 1 ? 'match' : 'matches'}`;
  return `Found ${found} for ${asked(args)}${limited}`;
}

function asked({ pattern, dir_path, include_pattern }: Arguments): string {
  const filter = include_pattern ? ` (filter: "${printableText(String(include_pattern))}")` : '';
  return `pattern "${printableText(String(pattern))}" in path "${printableName(String(dir_path || '.'))}"${filter}`;
}

/** The path from the searched directory; of a searched file the name by which it was asked for. */
function nameOf({ isFile, root }: GrepOutcome, { path }: GrepFile): string {
  return isFile ? root.slice(Math.max(root.lastIndexOf('/'), root.lastIndexOf('\\')) + 1) : path;
}

function block(name: string, { lines }: GrepFile, mark: Mark): string[] {
  return [`File: ${mark('path', printableName(name))}`, ...lines.map((line) => shownLine(line, mark)), '---'];
}

function shownLine(line: GrepLine, mark: Mark): string {
  const { kind, number, cutBefore, cutAfter } = line;
  const shown = cutAfter > 0 ? `${markedMatches(line, mark)}... [truncated]` : markedMatches(line, mark).trimEnd();
  return `L${mark('number', String(number))}${kind === 'match' ? ':' : '-'} ${cutBefore > 0 ? '... ' : ''}${shown}`;
}

/**
 * Explains a failure of `grep_search`.
 * @example searchFailed({ code: 'NOT_FOUND', path: '/project/docs' }, { pattern: 'createServer' })
 */
export function searchFailed(failure: Failure, { pattern, exclude_pattern, fixed_strings }: Arguments): string {
  const common = commonFailure(failure);
  if (common !== null) return common;
  switch (failure.code) {
    case 'NOT_FOUND':
    case 'NOT_DIRECTORY':
      return `Path does not exist: ${failure.path}`;
    case 'INVALID_PATTERN': {
      if (failure.problem !== 'regexp') return otherFailure(failure);
      const isExclude = fixed_strings === true || failure.pattern !== pattern;
      return isExclude
        ? `Invalid exclude regular expression pattern provided: ${exclude_pattern}. Error: ${failure.reason}`
        : `Invalid regular expression pattern provided: ${pattern}. Error: ${failure.reason}`;
    }
    default:
      return otherFailure(failure);
  }
}
