import * as geminiCli from '@dragoman/formatters/gemini-cli';
import { ToolError } from '@dragoman/fs-core';
import { globFromAbove } from '@dragoman/tools/internal/session';
import { tool } from '../tool.ts';
import { fromWorkdir, withoutScheduling } from './given-path.ts';
import { CORE_DIRECTORIES } from './left-out.ts';
import { input } from './schemas.ts';

const description = `Finds files by a glob such as 'src/**/*.ts'. The answer has absolute paths, the newest first.`;

export const glob = tool({
  name: 'glob',
  title: 'Find files by name',
  description,
  effect: 'reads',
  typed: 'files',
  input: input.glob,
  synonyms: { directory: 'dir_path' },
  adapt: withoutScheduling,
  operation: fromWorkdir(globFromAbove),
  request: ({ pattern, dir_path = '', case_sensitive = false, respect_git_ignore = true }) => ({
    pattern: assertText(pattern),
    path: dir_path,
    ...{ anchored: true, kinds: 'files' as const, hidden: true, ignoreCase: !case_sensitive },
    ...{ leaveOut: CORE_DIRECTORIES, leavesOutNamed: true, entersIgnored: true },
    ignoreFiles: respect_git_ignore ? ('git' as const) : ('none' as const),
    countIgnored: respect_git_ignore,
    countHidden: true,
  }),
  render: geminiCli.foundFiles,
  explain: geminiCli.globFailed,
});

function assertText(pattern: string): string {
  if (pattern.trim() !== '') return pattern;
  throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'empty' }, 'Find files: the pattern is empty');
}
