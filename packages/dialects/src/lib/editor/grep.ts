import * as editor from '@dragoman/formatters/editor';
import { grep as searchLines } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

const description = `Searches the lines of text files for a regular expression, with ripgrep's syntax and speed.
Lists the matching files by default; output_mode "content" shows the lines, "count" how many match in each file.
What ignore files exclude, binary files, .git and node_modules are left out.`;

const RESULTS = { files_with_matches: 'files', content: 'lines', count: 'counts' } as const;

export const grep = tool({
  name: 'grep',
  title: 'Search file contents',
  description,
  effect: 'reads',
  typed: 'search',
  input: input.grep,
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
    return editor.foundLines(outcome, reader, {
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

/** Counts lines of context; like in ripgrep, a number for one side beats the number for both. */
function contextOf({ context_before: before, context_after: after, context: both = 0 }: ContextArguments) {
  return { before: before ?? both, after: after ?? both };
}
