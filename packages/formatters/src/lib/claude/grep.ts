import type { Failure } from '@dragoman/fs-core';
import type { GrepOutcome } from '@dragoman/outcomes';
import type { GrepFile, GrepLine } from '@dragoman/outcomes/internal/parts';
import type { PagedGrepFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Reader, type Scene, text, unmarked } from '../formatter.ts';
import { failureSentence } from '../shared/failure-sentence.ts';
import { matchLines } from '../shared/match-lines.ts';
import { printableName } from '../shared/printable.ts';
import { grepFacts } from '../shared/search-facts.ts';
import { searchNotes } from '../shared/search-notes.ts';
import { longestText } from '../shared/text-limit.ts';
import { directoryNote, toolFailed } from './failure.ts';

export interface GrepStyle {
  readonly numbers: boolean;
  /** Context lines were asked for. */
  readonly context: boolean;
  /** The most lines, files or counts; 0 for all. */
  readonly limit: number;
  /** Number of them that are skipped. */
  readonly offset: number;
}

/**
 * Result of `Grep` of dialect `claude`.
 * @example foundLines(outcome, { limit: { bytes: 20_000 } }, { numbers: true, context: false, limit: 250, offset: 0 })
 */
export function foundLines(outcome: GrepOutcome, reader: Reader, style: GrepStyle): FormattedResult<PagedGrepFacts> {
  const page = pageOf(outcome, reader, style);
  const notes = searchNotes(outcome);
  const textOf = (count: number) => [WORDED[outcome.result](outcome, page, count), ...notes].join('\n');
  const shown = longestText(page.lines.length, textOf, reader.limit);
  const { total, result: mode } = outcome;
  const remaining = Math.max(0, total - page.offset - shown.count);
  return { content: [text(shown.text)], outcome: { ...grepFacts(outcome), mode, total, remaining } };
}

/** Lines of a result that are shown. */
interface ResultPage {
  readonly lines: readonly string[];
  readonly offset: number;
  /** Others follow. */
  readonly isCut: boolean;
  /** Nothing was found at all. */
  readonly isEmpty: boolean;
}

function pageOf(outcome: GrepOutcome, reader: Reader, style: GrepStyle): ResultPage {
  const { limit, offset } = style;
  const all = resultLines(outcome, reader, style);
  const isEmpty = outcome.total === 0;
  // Files were paged where they were found.
  if (outcome.result === 'files') return { lines: all, offset, isCut: outcome.remaining > 0, isEmpty };
  const end = limit === 0 ? all.length : offset + limit;
  const isCut = all.length > end || (outcome.remaining > 0 && all.length >= end);
  return { lines: all.slice(offset, end), offset, isCut, isEmpty };
}

function resultLines(
  { files, result, prefix, isFile }: GrepOutcome,
  { display }: Reader,
  { numbers, context }: GrepStyle,
): string[] {
  const mark = display?.mark ?? unmarked;
  const nameOf = ({ path }: GrepFile) => mark('path', printableName(prefix + path));
  switch (result) {
    case 'lines':
      return matchLines(files.map(withoutLongLines), {
        prefix: isFile ? null : prefix,
        numbers,
        separated: context,
        mark,
      });
    case 'files':
      return files.map(nameOf);
    case 'counts':
      return files.map((file) => `${nameOf(file)}:${file.count}`);
  }
}

const MOST_LINE_UNITS = 500;

function withoutLongLines(file: GrepFile): GrepFile {
  return { ...file, lines: file.lines.map(orOmitted) };
}

function orOmitted(line: GrepLine): GrepLine {
  const { kind, text: content, cutBefore, cutAfter } = line;
  if (content.length <= MOST_LINE_UNITS && cutBefore + cutAfter === 0) return line;
  const { spans: _, ...rest } = line;
  const word = kind === 'match' ? 'matching' : 'context';
  return { ...rest, text: `[Omitted long ${word} line]`, cutBefore: 0, cutAfter: 0 };
}

type Worded = (outcome: GrepOutcome, page: ResultPage, count: number) => string;

const WORDED: Readonly<Record<GrepOutcome['result'], Worded>> = {
  files(_, page, count) {
    if (page.isEmpty) return 'No files found';
    const how = pagination(page, count);
    if (page.lines.length === 0) return `${PAST_END}. [Showing results with pagination = ${how}]`;
    const head = `Found ${count} ${count === 1 ? 'file' : 'files'}${how === '' ? '' : ` ${how}`}`;
    return [head, ...page.lines.slice(0, count)].join('\n');
  },
  lines(_, page, count) {
    if (page.isEmpty) return 'No matches found';
    const how = pagination(page, count);
    const body = page.lines.length === 0 ? PAST_END : page.lines.slice(0, count).join('\n');
    return how === '' ? body : `${body}\n\n[Showing results with pagination = ${how}]`;
  },
  counts({ files }, page, count) {
    const total = files.reduce((sum, file) => sum + file.count, 0);
    const [times, places] = [total === 1 ? 'occurrence' : 'occurrences', files.length === 1 ? 'file' : 'files'];
    const totals = `Found ${total} total ${times} across ${files.length} ${places}.`;
    if (page.isEmpty) return `No matches found\n\n${totals}`;
    const how = pagination(page, count);
    const body = page.lines.length === 0 ? PAST_END : page.lines.slice(0, count).join('\n');
    return `${body}\n\n${totals}${how === '' ? '' : ` with pagination = ${how}`}`;
  },
};

const PAST_END = 'No entries at this offset';

/** Names the limit if it, or the size of a response, cut something off, and the offset if there is one. */
function pagination({ lines, offset, isCut }: ResultPage, count: number): string {
  const limit = isCut || count < lines.length ? [`limit: ${count}`] : [];
  return [...limit, ...(offset > 0 ? [`offset: ${offset}`] : [])].join(', ');
}

/**
 * Explains a failure of `Grep`.
 * @example grepFailed({ code: 'NOT_FOUND', path: 'a' }, { pattern: 'x', path: 'a' }, { root: '/p', limit: { bytes: 20_000 } })
 */
export function grepFailed(failure: Failure, args: Arguments, scene: Scene): string {
  const path = String(args.path ?? '').trim();
  switch (failure.code) {
    case 'NOT_FOUND':
    case 'NOT_DIRECTORY':
      return `Path does not exist: ${path}. ${directoryNote(scene)}`;
    case 'INVALID_PATTERN':
      return rejected(failure.reason);
    case 'INVALID_ARGUMENT':
      return failure.problem === 'file-type' || failure.problem === 'label'
        ? rejected(failureSentence(failure, { search: null }))
        : toolFailed(failure, args, scene);
    default:
      return toolFailed(failure, args, scene);
  }
}

/** The sentence for what ripgrep would not take. */
export function rejected(reason: string): string {
  return `Search failed — ripgrep rejected the pattern, glob, or file type without searching:\n${reason}`;
}
