import * as gemini from '@dragoman/formatters/gemini';
import { ToolError } from '@dragoman/fs-core';
import { glob as findByGlob } from '@dragoman/tools';
import { resolvedPath } from '../resolved-path.ts';
import { tool } from '../tool.ts';
import { fromNewerNames } from './newer-names.ts';
import { input } from './schemas.ts';

const description = `Efficiently finds files matching specific glob patterns (e.g., \`src/**/*.ts\`, \`**/*.md\`), returning absolute paths sorted by modification time (newest first). Ideal for quickly locating files based on their name or path structure, especially in large codebases.`;

export const glob = tool({
  name: 'glob',
  title: 'Find files by name',
  description,
  effect: 'reads',
  typed: 'files',
  input: input.glob,
  adapt: fromNewerNames,
  operation: findByGlob,
  request: ({ pattern, path = '', case_sensitive = false, respect_git_ignore = true }, { workdir }) => ({
    pattern: assertText(pattern),
    path: resolvedPath(workdir, path),
    anchored: true,
    kinds: 'files' as const,
    hidden: true,
    ignoreCase: !case_sensitive,
    leavesOutNamed: true,
    ignoreFiles: respect_git_ignore ? ('git' as const) : ('none' as const),
    countIgnored: respect_git_ignore,
  }),
  render: gemini.foundFiles,
  explain: gemini.globFailed,
});

function assertText(pattern: string): string {
  if (pattern.trim() !== '') return pattern;
  throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'empty' }, 'Find files: the pattern is empty');
}
