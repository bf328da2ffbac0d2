import { isAbsolute } from 'node:path';
import * as agent from '@dragoman/formatters/agent';
import { ToolError } from '@dragoman/fs-core';
import { glob as findByGlob } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { pathIn } from './path-in.ts';
import { input } from './schemas.ts';

export const glob = tool({
  name: 'glob',
  title: 'Find files by name',
  description:
    'Finds files by a glob pattern relative to the working directory, or to path, and lists their absolute paths, the newest first, 200 at most. .git and node_modules are left out.',
  effect: 'reads',
  typed: 'files',
  input: input.glob,
  operation: findByGlob,
  request: ({ pattern, path = '' }, session) => {
    assertRelative(pattern);
    return {
      pattern,
      path: path === '' ? session.workdir : pathIn(session, path),
      kinds: 'files',
      anchored: true,
      hidden: false,
      leavesOutNamed: true,
      ignoreFiles: 'none',
    } as const;
  },
  render: agent.foundFiles,
  explain: (failure, args) => agent.failedIn('glob', failure, args),
});

function assertRelative(pattern: string): void {
  const problem = problemOf(pattern);
  if (problem !== null) throw new ToolError({ code: 'INVALID_ARGUMENT', problem }, `Find files: ${problem}`);
}

function problemOf(pattern: string) {
  if (pattern === '') return 'empty';
  if (isAbsolute(pattern)) return 'absolute-pattern';
  return pattern.split(/[\\/{},]/).includes('..') ? 'ascending-pattern' : null;
}
