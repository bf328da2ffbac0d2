import { claude } from '@dragoman/formatters';
import { grep as searchLines } from '@dragoman/tools';
import * as z from '../schema.ts';
import { tool } from '../tool.ts';

const description = `Searches the lines of text files for a regular expression, with ripgrep's syntax and speed.
Lists the matching files by default; output_mode "content" shows the lines, "count" how many match in each file.
What ignore files exclude, binary files, .git and node_modules are left out.`;

const count = () => z.optional(z.int().check(z.minimum(0)));
const RESULTS = { files_with_matches: 'files', content: 'lines', count: 'counts' } as const;

export const grep = tool({
  name: 'grep',
  title: 'Search file contents',
  description,
  effect: 'reads',
  input: z.strictObject({
    pattern: z.string().check(z.describe('Regular expression')),
    path: z.optional(z.string().check(z.describe('File or directory to search. Default: the working directory'))),
    include: z.optional(z.string().check(z.describe('Glob that files must fit, such as "*.ts" or "*.{ts,tsx}"'))),
    type: z.optional(z.string().check(z.describe("One of ripgrep's file types, such as js, py, rust"))),
    output_mode: z.optional(z.enum(['files_with_matches', 'content', 'count'])),
    case_insensitive: z.optional(z.boolean()),
    line_numbers: z._default(z.boolean(), true),
    context_before: count().check(z.describe('Lines of context before each match')),
    context_after: count().check(z.describe('Lines of context after each match')),
    context: count().check(z.describe('Lines of context before and after each match')),
    multiline: z.optional(z.boolean().check(z.describe('Matches may span lines, and . matches newlines'))),
    head_limit: count().check(z.describe('How many lines, files or counts to show; 0 for all')),
    offset: count().check(z.describe('How many of them to leave out first')),
  }),
  operation: searchLines,
  request: ({ pattern, path, include, type, output_mode = 'files_with_matches', ...args }) => ({
    pattern,
    ...(path !== undefined && { path }),
    ...(include !== undefined && { globs: [include] }),
    ...(type !== undefined && { type }),
    result: RESULTS[output_mode],
    ignoreCase: args.case_insensitive ?? false,
    ...contextOf(args),
    multiline: args.multiline ?? false,
    limit: args.head_limit ?? 0,
    offset: args.offset ?? 0,
    hidden: true,
    ignoreFiles: 'all' as const,
  }),
  render: (outcome, reader, args) => {
    const { before, after } = contextOf(args);
    return claude.foundLines(outcome, reader, {
      paths: 'relative',
      numbers: args.line_numbers,
      context: before + after > 0,
    });
  },
});

interface ContextArguments {
  readonly context_before?: number | undefined;
  readonly context_after?: number | undefined;
  readonly context?: number | undefined;
}

/** As in ripgrep, a number for one side beats the number for both. */
function contextOf({ context_before: before, context_after: after, context: both = 0 }: ContextArguments) {
  return { before: before ?? both, after: after ?? both };
}
