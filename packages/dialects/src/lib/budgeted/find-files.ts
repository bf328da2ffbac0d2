import { budgeted } from '@dragoman/formatters';
import { findPage } from '@dragoman/tools';
import * as z from '../schema.ts';
import { tool } from '../tool.ts';
import { answer, limitsOf, pageFacts, paging } from './schemas.ts';

const description = `Finds files by a glob pattern, such as "**/*.ts" or "src/{lib,test}/*.json", in the order of their paths.
A pattern without a slash matches names at any depth. The limits count each file as a line. Where more follows, call again
with the same arguments and the continuation: no file comes twice. What ignore files exclude, .git and node_modules are
left out.`;

export const findFiles = tool({
  name: 'find_files',
  title: 'Find files by name',
  description,
  effect: 'reads',
  input: z.strictObject({
    pattern: z.string().check(z.describe('Glob: *, **, ?, [abc], {a,b}')),
    path: z.optional(z.string().check(z.describe('Directory to search. Default: the working directory'))),
    ...paging,
  }),
  output: answer({
    files: z.array(z.object({ file_path: z.string(), size: z.int(), modified: z.string() })),
    ...pageFacts,
    incomplete: z.boolean(),
  }),
  operation: findPage,
  request: ({ pattern, path, continuation, metadata_level, ...limits }) => ({
    pattern,
    limits: limitsOf(limits),
    ...(path !== undefined && { path }),
    ...(continuation !== undefined && { continuation }),
  }),
  render: (outcome, _, { metadata_level = 'standard' }) => budgeted.foundFiles(outcome, metadata_level),
});
