import { sep } from 'node:path';
import { MAX_MULTILINE_BYTES } from './limits.ts';

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
}

/**
 * The arguments of ripgrep. Values that a caller chose follow `=` or `--`, so that none can become a flag. ripgrep reads
 * no configuration, and no ignore files, since a FIFO of such a name would stall it: `createResultFilter` applies them.
 */
export function ripgrepArguments(query: LineQuery, target: Target): string[] {
  const { literal, ignoreCase, multiline, onlyMatching, hidden, inOrder, encoding, type, globs = [] } = query;
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
    `--regexp=${query.pattern}`,
    '--',
    ...target.paths,
  ];
}

function threadsOf({ isSmall, threads }: Target): string[] {
  if (isSmall) return ['--threads=1'];
  return threads === undefined ? [] : [`--threads=${threads}`];
}

const MULTILINE_FLAGS = ['--multiline', '--multiline-dotall', `--max-filesize=${MAX_MULTILINE_BYTES}`];

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
