import { claude } from '@dragoman/formatters';
import { grep as searchLines } from '@dragoman/tools';
import * as z from '../schema.ts';
import { tool } from '../tool.ts';

const description = `A powerful search tool built on ripgrep.

Usage:
- Supports full regex syntax; set literal to search for a plain string
- Filter files with the glob parameter (e.g. "*.js", "**/*.tsx") or the type parameter (e.g. "js", "py", "rust")
- Output modes: "files_with_matches" (default) lists paths, "content" shows matching lines, "count" shows how many match
- Paths and counts come with the most matching lines first, then newest; lines in the order of their files' paths
- Patterns match within one line; set multiline for patterns that span lines
- Shows 250 results unless head_limit says otherwise; offset goes on after them`;

const flag = (words: string) => z.optional(z.boolean().check(z.describe(words)));
const count = (words: string) => z.optional(z.int().check(z.minimum(0), z.describe(words)));

const RESULTS = { files_with_matches: 'files', content: 'lines', count: 'counts' } as const;

export const grep = tool({
  name: 'Grep',
  title: 'Search file contents',
  description,
  effect: 'reads',
  input: z.strictObject({
    pattern: z.string().check(z.describe('Regular expression pattern to search for')),
    path: z.optional(z.string().check(z.describe('File or directory to search in (default: working directory)'))),
    glob: z.optional(
      z.string().check(z.describe('Glob pattern to filter files (e.g. "*.py"); "!" before it excludes')),
    ),
    type: z.optional(z.string().check(z.describe("One of ripgrep's file types, such as js, py, rust"))),
    output_mode: z
      ._default(z.enum(['content', 'files_with_matches', 'count']), 'files_with_matches')
      .check(z.describe('Output mode')),
    '-i': flag('Case insensitive search'),
    '-n': z._default(z.boolean(), true).check(z.describe('Show line numbers (default: true)')),
    '-A': count('Lines of context after match'),
    '-B': count('Lines of context before match'),
    '-C': count('Lines of context before and after match'),
    context: count('Same as -C'),
    '-o': flag('Show only the matching parts of lines'),
    multiline: flag('Enable multiline matching mode: matches may span lines, and . matches newlines'),
    literal: flag('Take the pattern as a plain string'),
    head_limit: z
      ._default(z.int().check(z.minimum(0)), 250)
      .check(z.describe('Limit output to first N results (default: 250; 0: all)')),
    offset: count('Skip first N results'),
  }),
  operation: searchLines,
  request: ({ pattern, path, glob, type, output_mode, ...args }) => ({
    pattern,
    ...(path !== undefined && { path }),
    ...(glob !== undefined && { globs: [glob] }),
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
    return claude.foundLines(outcome, reader, { paths: 'absolute', numbers: args['-n'], context: before + after > 0 });
  },
});

interface ContextFlags {
  readonly '-A'?: number | undefined;
  readonly '-B'?: number | undefined;
  readonly '-C'?: number | undefined;
  readonly context?: number | undefined;
}

/** As in ripgrep, a number for one side beats the number for both. */
function contextOf({ '-A': after, '-B': before, '-C': around, context }: ContextFlags) {
  const both = around ?? context ?? 0;
  return { before: before ?? both, after: after ?? both };
}
