import * as claudeCode from '@dragoman/formatters/claude-code';
import { glob as findByGlob } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

const description = `Fast file pattern matching tool.

Usage:
- Supports glob patterns like "**/*.py" or "src/**/*.ts": *, **, ?, [abc], {a,b}
- A pattern without ** matches at its own level only: use "**/*.py" for files at any depth
- Returns absolute paths of files, newest first
- Leaves out hidden files unless the pattern names a segment with a leading dot, and what ignore files exclude
- Use this to find files by name patterns; use Grep to find them by content`;

export const glob = tool({
  name: 'Glob',
  title: 'Find files by name',
  description,
  effect: 'reads',
  typed: 'files',
  input: input.Glob,
  operation: findByGlob,
  request: ({ pattern, path }, { hidden }) => ({
    pattern,
    ...(path !== undefined && { path }),
    kinds: 'files' as const,
    anchored: true,
    hidden: hidden || ('named' as const),
    ignoreFiles: 'all' as const,
    leaveOut: ['.git', 'node_modules', '__pycache__'],
  }),
  render: claudeCode.foundFiles,
});
