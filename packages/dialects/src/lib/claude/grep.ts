import * as claude from '@dragoman/formatters/claude';
import { grep as searchLines } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { globList } from './glob-list.ts';
import { input } from './schemas.ts';

const description = `Searches file contents with ripgrep's regular expressions.

- output_mode: "files_with_matches" (default) lists files, newest first; "content" shows lines; "count" counts them
- Hidden files are searched; ignored ones only if path or glob names them
- A pattern that spans lines needs multiline`;

const RESULTS = { files_with_matches: 'files', content: 'lines', count: 'counts' } as const;

const MOST_RESULTS = 250;
const MOST = Number.MAX_SAFE_INTEGER;

export const grep = tool({
  name: 'Grep',
  title: 'Search file contents',
  description,
  effect: 'reads',
  typed: 'search',
  input: input.Grep,
  synonyms: { query: 'pattern', include: 'glob', dir_path: 'path', case_insensitive: '-i' },
  outOfRange: {
    ...{ '-A': 'nearest', '-B': 'nearest', '-C': 'nearest', context: 'nearest' },
    ...{ head_limit: 'left-out', offset: 'left-out' },
  },
  operation: searchLines,
  request: ({ pattern, path, glob, type, output_mode = 'files_with_matches', ...args }) => ({
    pattern,
    ...(path !== undefined && { path: path.trim() }),
    ...(glob !== undefined && { globs: globList(glob) }),
    ...(type !== undefined && { type }),
    result: RESULTS[output_mode],
    order: output_mode === 'files_with_matches' ? ('newest' as const) : ('path' as const),
    ignoreCase: args['-i'] ?? false,
    multiline: args.multiline ?? false,
    ...(output_mode === 'content' && { ...contextOf(args), onlyMatching: args['-o'] ?? false }),
    ...pageOf(output_mode, countsOf(args)),
    hidden: true,
    ignoreFiles: 'all' as const,
  }),
  render: (outcome, reader, args) => {
    const { before, after } = contextOf(args);
    const { limit, offset } = countsOf(args);
    return claude.foundLines(outcome, reader, {
      numbers: args['-n'] ?? true,
      context: before + after > 0,
      ...{ limit, offset },
    });
  },
  explain: claude.grepFailed,
});

interface PageFlags {
  readonly head_limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** Whole numbers; a fraction of a limit is no limit of 0, which means all. */
function countsOf({ head_limit = MOST_RESULTS, offset = 0 }: PageFlags) {
  return { limit: Math.ceil(Math.min(head_limit, MOST)), offset: Math.trunc(Math.min(offset, MOST)) };
}

/** Files are paged where they are found; lines and counts where they are shown, among gaps and with totals of all. */
function pageOf(mode: keyof typeof RESULTS, { limit, offset }: ReturnType<typeof countsOf>) {
  if (mode === 'count') return {};
  if (mode === 'files_with_matches') return { limit, offset };
  return { limit: limit === 0 ? 0 : offset + limit };
}

interface ContextFlags {
  readonly '-A'?: number | undefined;
  readonly '-B'?: number | undefined;
  readonly '-C'?: number | undefined;
  readonly context?: number | undefined;
}

/** Counts lines of context; a number for both sides beats one for a side. */
function contextOf({ '-A': after = 0, '-B': before = 0, '-C': around, context = around }: ContextFlags) {
  return { before: Math.trunc(Math.min(context ?? before, MOST)), after: Math.trunc(Math.min(context ?? after, MOST)) };
}
