import * as codex from '@dragoman/formatters/codex';
import { ToolError } from '@dragoman/fs-core';
import { grep } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { assertPositive } from './assert-positive.ts';
import { input } from './schemas.ts';

const MOST_FILES = 2000;

export const grepFiles = tool({
  name: 'grep_files',
  title: 'Find files by their content',
  description:
    'Finds the files that have a line matching a regular expression, the newest first, and lists their absolute paths. Hidden and ignored files are left out, as ripgrep leaves them out.',
  effect: 'reads',
  typed: 'files',
  input: input.grep_files,
  operation: grep,
  request: ({ pattern, include, path, limit }, session) => {
    const [sought, glob] = [pattern.trim(), include?.trim() ?? ''];
    if (sought === '') throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'empty' }, 'The pattern is empty');
    assertPositive(limit, 'limit');
    return {
      pattern: sought,
      ...(path !== undefined && { path: session.resolve(path) }),
      ...(glob !== '' && { globs: [glob] }),
      result: 'files',
      order: 'newest',
      limit: Math.min(limit, MOST_FILES),
      literal: false,
      ignoreCase: false,
      onlyMatching: false,
      multiline: false,
      before: 0,
      after: 0,
      hidden: false,
      ignoreFiles: 'all',
      leavesOut: [],
    } as const;
  },
  render: codex.foundFiles,
  explain: codex.grepFailed,
});
