import * as budgeted from '@dragoman/formatters/budgeted';
import { findPage } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { limitsOf } from './limits-of.ts';
import { input, output } from './schemas.ts';

const description = `Finds files by a glob pattern, such as "**/*.ts" or "src/{lib,test}/*.json", in the order of their paths.
A pattern without a slash matches names at any depth. The limits count each file as a line. Where more follows, call again
with the same arguments and the continuation: no file comes twice. What ignore files exclude, .git and node_modules are
left out.`;

export const findFiles = tool({
  name: 'find_files',
  title: 'Find files by name',
  description,
  effect: 'reads',
  input: input.find_files,
  output: output.find_files,
  operation: findPage,
  request: ({ pattern, path, continuation, metadata_level, ...limits }) => ({
    pattern,
    limits: limitsOf(limits),
    ...(path !== undefined && { path }),
    ...(continuation !== undefined && { continuation }),
  }),
  render: (outcome, _, { metadata_level = 'standard' }) => budgeted.foundFiles(outcome, metadata_level),
});
