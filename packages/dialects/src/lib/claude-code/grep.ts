import * as claudeCode from '@dragoman/formatters/claude-code';
import { grep as searchLines } from '@dragoman/tools';
import { globList } from '../glob-list.ts';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

const description = `A powerful search tool built on ripgrep.

Usage:
- Supports full regex syntax; set literal to search for a plain string
- Filter files with the glob parameter (e.g. "*.js", "**/*.tsx") or the type parameter (e.g. "js", "py", "rust")
- Output modes: "files_with_matches" (default) lists paths, "content" shows matching lines, "count" shows how many match
- Paths and counts come with the most matching lines first, then newest; lines in the order of their files' paths
- Patterns match within one line; set multiline for patterns that span lines
- Shows 250 results unless head_limit says otherwise; offset goes on after them`;

const RESULTS = { files_with_matches: 'files', content: 'lines', count: 'counts' } as const;

export const grep = tool({
  name: 'Grep',
  title: 'Search file contents',
  description,
  effect: 'reads',
  typed: 'search',
  input: input.Grep,
  operation: searchLines,
  request: ({ pattern, path, glob, type, output_mode, ...args }) => ({
    pattern,
    ...(path !== undefined && { path }),
    ...(glob !== undefined && { globs: globList(glob) }),
    ...(type !== undefined && { type }),
    result: RESULTS[output_mode],
    order: 'relevance' as const,
    literal: args.literal ?? false,
    ignoreCase: args['-i'] ?? false,
    onlyMatching: (args['-o'] ?? false) && output_mode !== 'files_with_matches',
    multiline: args.multiline ?? false,
    ...contextOf(args),
    limit: args.head_limit,
    offset: args.offset ?? 0,
    hidden: true,
    ignoreFiles: 'all' as const,
  }),
  render: (outcome, reader, args) => {
    const { before, after } = contextOf(args);
    return claudeCode.foundLines(outcome, reader, {
      paths: 'absolute',
      numbers: args['-n'],
      context: before + after > 0,
    });
  },
});

interface ContextFlags {
  readonly '-A'?: number | undefined;
  readonly '-B'?: number | undefined;
  readonly '-C'?: number | undefined;
  readonly context?: number | undefined;
}

/** Counts lines of context; like in ripgrep, a number for one side beats the number for both. */
function contextOf({ '-A': after, '-B': before, '-C': around, context }: ContextFlags) {
  const both = around ?? context ?? 0;
  return { before: before ?? both, after: after ?? both };
}
