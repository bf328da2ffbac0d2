import * as editor from '@dragoman/formatters/editor';
import { glob as findByGlob } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

const description = `Finds files (or directories) by a glob pattern, such as "**/*.ts" or "src/{lib,test}/*.json".
Returns paths relative to the searched directory, newest first. A pattern without a slash matches names at any depth.
What ignore files exclude, .git and node_modules are left out.`;

export const glob = tool({
  name: 'glob',
  title: 'Find files by name',
  description,
  effect: 'reads',
  typed: 'files',
  input: input.glob,
  operation: findByGlob,
  request: ({ pattern, path, type }) => ({
    pattern,
    ...(path !== undefined && { path }),
    kinds: type === 'directory' ? ('directories' as const) : ('files' as const),
    hidden: true,
    ignoreFiles: 'all' as const,
  }),
  render: editor.foundPaths,
});
