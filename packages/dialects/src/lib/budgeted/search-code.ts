import { budgeted } from '@dragoman/formatters';
import { searchPage } from '@dragoman/tools';
import * as z from '../schema.ts';
import { tool } from '../tool.ts';
import { answer, limitsOf, pageFacts, pagingByTokens } from './schemas.ts';

const description = `Searches the lines of text files for a regular expression (ripgrep's syntax), in the order of paths and
lines. The limits count each match as a line "path:line:text". Where more follows, call again with the same arguments and
the continuation: no line comes twice. What ignore files exclude, binary files, .git and node_modules are left out.`;

export const searchCode = tool({
  name: 'search_code',
  title: 'Search code',
  description,
  effect: 'reads',
  input: z.strictObject({
    pattern: z.string().check(z.describe('Regular expression')),
    path: z.optional(z.string().check(z.describe('File or directory to search. Default: the working directory'))),
    glob: z.optional(z.string().check(z.describe('Glob that files must fit, such as "*.ts" or "src/**"'))),
    case_insensitive: z.optional(z.boolean()),
    ...pagingByTokens,
  }),
  output: answer({
    matches: z.array(
      z.object({
        file_path: z.string(),
        line: z.int(),
        text: z.string(),
        cut_before: z.optional(z.int()),
        cut_after: z.optional(z.int()),
      }),
    ),
    ...pageFacts,
    incomplete: z.boolean(),
  }),
  operation: searchPage,
  request: ({ pattern, path, glob, case_insensitive, continuation, metadata_level, ...limits }) => ({
    pattern,
    ignoreCase: case_insensitive ?? false,
    limits: limitsOf(limits),
    ...(path !== undefined && { path }),
    ...(glob !== undefined && { glob }),
    ...(continuation !== undefined && { continuation }),
  }),
  render: (outcome, _, { metadata_level = 'standard' }) => budgeted.foundMatches(outcome, metadata_level),
});
