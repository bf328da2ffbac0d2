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

/** Lets the newlines that a pattern names match CRLF, too, in a multiline search; in one of lines they match nothing. */
function acrossLineEnds({
  pattern,
  literal = false,
  multiline = false,
}: LineQuery): Pick<LineQuery, 'pattern' | 'literal'> {
  if (NAMES_CR.test(pattern) || !/\n|\\n/.test(pattern)) return { pattern, literal };
  if (!multiline && (literal || /\(\?\w*x/.test(pattern))) return { pattern, literal };
  // With `--crlf`, PCRE2 sees the end of a line.
  const newline = multiline ? String.raw`(?:\r?\n)` : '(?!)';
  if (literal)
    return { pattern: pattern.replace(/[^\w\s]/g, '\\$&').replaceAll('\n', String.raw`\r?\n`), literal: false };
  // In a class a newline stands beside other characters.
  const parts = pattern.replace(/\\n|\n|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]/gs, (part) => {
    if (part === '\n' || part === '\\n') return newline;
    return part.startsWith('[') && multiline
      ? part.replace(/\\n|\n|\\./gs, (one) => (/^\\?n$|^\n$/.test(one) ? String.raw`\r\n` : one))
      : part;
  });
  return { pattern: parts, literal };
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
