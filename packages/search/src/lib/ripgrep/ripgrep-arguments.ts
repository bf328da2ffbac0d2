import { sep } from 'node:path';
import { MAX_SEARCHED_BYTES } from './limits.ts';

/** A query for ripgrep. */
export interface LineQuery {
  readonly pattern: string;
  /** Lines with their numbers, or only how many match in each file. */
  readonly result: 'lines' | 'counts';
  readonly literal?: boolean;
  readonly ignoreCase?: boolean;
  /** Matches may span lines, and `.` matches newlines. */
  readonly multiline?: boolean;
  /** Only the matching parts of lines. */
  readonly onlyMatching?: boolean;
  /** Lines of context before and after each match. */
  readonly before?: number;
  readonly after?: number;
  /** Globs of ripgrep's `--glob`: files that match one are searched, and with a leading `!` left out. */
  readonly globs?: readonly string[];
  /** One of ripgrep's file types. Empty means none: some clients send an empty string for an absent argument. */
  readonly type?: string;
  /** True if names that begin with a dot are searched, too. */
  readonly hidden: boolean;
  /** Files come in the order of `pathKey`. ripgrep uses one thread then: slower, unless the search is left early. */
  readonly inOrder?: boolean;
  /** Label of the encoding of every file (whatwg.org); by default UTF-8, or what a byte-order mark says. */
  readonly encoding?: string;
}

export interface Target {
  /** Paths to search: `./` for the directory that ripgrep runs in, or files. */
  readonly paths: readonly string[];
  /** True if there is too little to search for several threads to pay off. */
  readonly isSmall: boolean;
  /** Number of threads that read files. Default: as many as there are processors. */
  readonly threads?: number;
  /** Left out: names at any depth, and directories by relative path between slashes (`/a/b/`). */
  readonly leaveOut: readonly string[];
  /** The path of an ignore file that holds, though no others do. */
  readonly ignoreFile?: string;
  /** Flags for this target alone. */
  readonly flags?: readonly string[];
}

/** Flags for text that may hold NUL bytes, which ripgrep by itself takes for binary. */
export const AS_TEXT: readonly string[] = ['--text'];

/** Flags by which ripgrep only tells whether text of a bounded size matches, with a count of 1. */
export const FIRST_MATCH: readonly string[] = [...AS_TEXT, '--max-count=1', `--max-filesize=${MAX_SEARCHED_BYTES}`];

/**
 * The arguments of ripgrep. Values that a caller chose follow `=` or `--`, so that none can become a flag. ripgrep reads
 * no configuration, and no ignore files, since a FIFO of such a name would stall it: `createResultFilter` applies them.
 */
export function ripgrepArguments(query: LineQuery, target: Target): string[] {
  const { ignoreCase, multiline, onlyMatching, hidden, inOrder, encoding, type, globs = [] } = query;
  const { pattern, literal } = acrossLineEnds(query);
  return [
    '--no-config',
    '--no-ignore',
    ...(target.ignoreFile === undefined ? [] : [`--ignore-file=${target.ignoreFile}`]),
    '--color=never',
    '--null',
    ...(sep === '/' ? [] : ['--path-separator=/']),
    ...(query.result === 'lines'
      ? lineFlags(query)
      : [onlyMatching ? '--count-matches' : '--count', '--with-filename']),
    ...(literal ? ['--fixed-strings'] : ['--engine=auto']),
    // `$` matches before CRLF, too, and no match holds its CR; a pattern that names CR sees it.
    ...(NAMES_CR.test(query.pattern) ? [] : ['--crlf']),
    ignoreCase ? '--ignore-case' : '--case-sensitive',
    // Larger patterns take seconds to compile; `auto` then hands most of them to PCRE2.
    '--regex-size-limit=10M',
    ...(multiline ? MULTILINE_FLAGS : []),
    ...(onlyMatching && query.result === 'lines' ? ['--only-matching'] : []),
    ...(hidden ? ['--hidden'] : []),
    ...(encoding === undefined ? [] : [`--encoding=${encoding}`]),
    ...(type ? [`--type=${type}`] : []),
    ...(inOrder ? ['--sort=path'] : threadsOf(target)),
    ...globs.map((glob) => `--glob=${glob}`),
    ...target.leaveOut.map((path) => `--glob=!${escapeGlob(path)}`),
    ...(target.flags ?? []),
    `--regexp=${pattern}`,
    '--',
    ...target.paths,
  ];
}

const NAMES_CR = /\r|\\r|\\x0[dD]|\\x\{0*[dD]\}|\\u/;
const NAMES_LF = /\n|\\n|\\x0[aA]|\\x\{0*[aA]\}/;
const EVERY_LF = new RegExp(String.raw`${NAMES_LF.source}|\\.`, 'gs');
const CLASS = String.raw`\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]`;
const LF_OR_CLASS = new RegExp(String.raw`${NAMES_LF.source}|\\.|${CLASS}`, 'gs');
const ANY_NEWLINE = String.raw`(?:\r?\n)`;
/** A pattern in which white space means nothing. */
const IS_SPACED = /\(\?\w*x/;

/** Lets the newlines that a pattern names match CRLF, too, in a multiline search; in one of lines they match nothing. */
function acrossLineEnds({
  pattern,
  literal = false,
  multiline = false,
}: LineQuery): Pick<LineQuery, 'pattern' | 'literal'> {
  if (NAMES_CR.test(pattern) || !NAMES_LF.test(pattern)) return { pattern, literal };
  const isSpaced = !literal && IS_SPACED.test(pattern);
  if (!multiline && (literal || isSpaced)) return { pattern, literal };
  if (literal)
    return { pattern: pattern.replace(/[^\w\s]/g, '\\$&').replaceAll('\n', String.raw`\r?\n`), literal: false };
  const parts = pattern.replace(LF_OR_CLASS, (part) => {
    if (part.startsWith('[')) return multiline ? classAcross(part) : part;
    if (!NAMES_LF.test(part) || (isSpaced && part === '\n')) return part;
    // With `--crlf`, PCRE2 sees the end of a line.
    return multiline ? ANY_NEWLINE : '(?!)';
  });
  return { pattern: parts, literal };
}

/** A class in which a newline is CRLF, too; in one that excludes it, or has it at an end of a range, also a lone CR. */
function classAcross(part: string): string {
  const others = part.slice(1, -1).replace(EVERY_LF, (one) => (NAMES_LF.test(one) ? '' : one));
  if (others.length === part.length - 2) return part;
  if (part.startsWith('[^') || /^-|-$/.test(others) || /-(?:\n|\\n|\\x)/.test(part))
    return part.replace(EVERY_LF, (one) => (NAMES_LF.test(one) ? String.raw`${one}\r` : one));
  if (others === '') return ANY_NEWLINE;
  return String.raw`(?:\r?\n|[${others.replace(/^\^/, '\\^')}])`;
}

function threadsOf({ isSmall, threads }: Target): string[] {
  if (isSmall) return ['--threads=1'];
  return threads === undefined ? [] : [`--threads=${threads}`];
}

const MULTILINE_FLAGS = ['--multiline', '--multiline-dotall', `--max-filesize=${MAX_SEARCHED_BYTES}`];

function lineFlags({ before = 0, after = 0 }: LineQuery): string[] {
  return [
    '--heading',
    '--with-filename',
    '--line-number',
    '--column',
    '--byte-offset',
    // The only byte that no line of text holds.
    '--field-match-separator=\\x00',
    ...(before > 0 ? [`--before-context=${before}`] : []),
    ...(after > 0 ? [`--after-context=${after}`] : []),
  ];
}

/** Escapes by classes, since on Windows ripgrep takes a backslash for a separator. */
function escapeGlob(path: string): string {
  return path.replaceAll('\\', '\\\\').replace(/[*?[{}]/g, '[$&]');
}
