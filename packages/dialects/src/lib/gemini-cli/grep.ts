import * as geminiCli from '@dragoman/formatters/gemini-cli';
import { searchLines } from '@dragoman/tools/internal/session';
import { tool } from '../tool.ts';
import { fromWorkdir, withoutScheduling } from './given-path.ts';
import { DIRECTORIES } from './left-out.ts';
import { input } from './schemas.ts';

const description = `Searches the lines of files for a regular expression. Gives up to 100 matches, more with total_max_matches; around one to three matches also some lines of context, unless context, before or after says how many.`;

const USUAL = { ignoreFiles: 'git', leaveOut: DIRECTORIES, leaveOutFiles: ['*.log', '*.tmp'] } as const;
const EVERYTHING = { ignoreFiles: 'none', leaveOut: ['.git'], leaveOutFiles: [] } as const;

interface ContextArguments {
  readonly context?: number | undefined;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

export const grepSearch = tool({
  name: 'grep_search',
  title: 'Search file contents',
  description,
  effect: 'reads',
  typed: 'search',
  input: input.grep_search,
  synonyms: { directory: 'dir_path', limit: 'total_max_matches' },
  outOfRange: {
    ...{ context: 'nearest', before: 'nearest', after: 'nearest' },
    ...{ max_matches_per_file: 'nearest', total_max_matches: 'nearest' },
  },
  adapt: withoutScheduling,
  operation: fromWorkdir(searchLines),
  request: (args) => ({
    pattern: args.pattern,
    literal: args.fixed_strings ?? false,
    ignoreCase: !args.case_sensitive,
    path: args.dir_path ?? '',
    ...(args.include_pattern && { include: args.include_pattern }),
    ...(args.exclude_pattern && { exclude: args.exclude_pattern }),
    ...(args.no_ignore ? EVERYTHING : USUAL),
    context: args.names_only ? { before: 0, after: 0 } : contextOf(args),
    ...(args.max_matches_per_file !== undefined && { maxPerFile: args.max_matches_per_file }),
    maxMatches: args.total_max_matches ?? 100,
  }),
  render: geminiCli.foundContent,
  explain: geminiCli.searchFailed,
});

function contextOf({ context, before, after }: ContextArguments) {
  if (context === undefined && before === undefined && after === undefined) return 'automatic' as const;
  return { before: before ?? context ?? 0, after: after ?? context ?? 0 };
}
