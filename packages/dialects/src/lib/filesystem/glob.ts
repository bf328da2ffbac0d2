import * as filesystem from '@dragoman/formatters/filesystem';
import { findEntries } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { pathIn } from './path-in.ts';
import { input, output } from './schemas.ts';

export const searchFiles = tool({
  name: 'search_files',
  title: 'Search Files',
  description:
    'Finds files and directories below a directory by a glob on their paths relative to it: *.ts for those in the directory, **/*.ts for all. excludePatterns are globs of what is left out. Returns absolute paths.',
  effect: 'reads',
  input: input.search_files,
  output: output.text,
  operation: findEntries,
  request: ({ path, pattern, excludePatterns }, session) => ({
    path: pathIn(session, path),
    glob: pattern,
    exclude: excludePatterns,
  }),
  render: filesystem.foundEntries,
  explain: filesystem.listFailed,
});
