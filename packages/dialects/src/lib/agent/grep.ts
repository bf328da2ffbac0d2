import * as agent from '@dragoman/formatters/agent';
import { ToolError } from '@dragoman/fs-core';
import { grep as searchLines } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { pathIn } from './path-in.ts';
import { input } from './schemas.ts';

export const grep = tool({
  name: 'grep',
  title: 'Search file contents',
  description:
    'Searches the lines of text files for a regular expression, with ripgrep. Hidden, ignored and binary files are left out.',
  effect: 'reads',
  typed: 'matches',
  input: input.grep,
  operation: searchLines,
  request: ({ pattern, path = '' }, session) => {
    if (pattern === '') throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'empty' }, 'The pattern is empty');
    return {
      pattern,
      path: path === '' ? session.workdir : pathIn(session, path),
      result: 'lines',
      hidden: false,
      ignoreFiles: 'all',
      leavesOut: [],
    } as const;
  },
  render: agent.foundLines,
  explain: (failure, args) => agent.failedIn('grep', failure, args),
});
