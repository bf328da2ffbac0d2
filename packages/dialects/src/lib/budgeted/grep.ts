import * as budgeted from '@dragoman/formatters/budgeted';
import { searchPage } from '@dragoman/tools';
import { globList } from '../glob-list.ts';
import { tool } from '../tool.ts';
import { limitsOf } from './limits-of.ts';
import { input, output } from './schemas.ts';

const description = `Searches the lines of text files for a regular expression (ripgrep's syntax), in the order of paths and
lines. The limits count each match as a line "path:line:text". Where more follows, call again with the same arguments and
the continuation: no line comes twice. What ignore files exclude, binary files, .git and node_modules are left out.`;

export const searchCode = tool({
  name: 'search_code',
  title: 'Search code',
  description,
  effect: 'reads',
  input: input.search_code,
  output: output.search_code,
  operation: searchPage,
  request: ({ pattern, path, glob, case_insensitive, continuation, metadata_level, ...limits }) => ({
    pattern,
    ignoreCase: case_insensitive ?? false,
    limits: limitsOf(limits),
    ...(path !== undefined && { path }),
    ...(glob !== undefined && { globs: globList(glob) }),
    ...(continuation !== undefined && { continuation }),
  }),
  render: (outcome, _, { metadata_level = 'standard' }) => budgeted.foundMatches(outcome, metadata_level),
});
