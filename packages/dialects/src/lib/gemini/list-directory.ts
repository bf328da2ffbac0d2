import { gemini } from '@dragoman/formatters';
import { listDirectory as listEntries } from '@dragoman/tools';
import * as z from '../schema.ts';
import { tool } from '../tool.ts';
import { absolutePath } from './absolute-path.ts';
import { fromNewerNames } from './newer-names.ts';

const description = `Lists the names of files and subdirectories directly within a specified directory path. Can optionally ignore entries matching provided glob patterns.`;

export const listDirectory = tool({
  name: 'list_directory',
  title: 'List a directory',
  description,
  effect: 'reads',
  input: z.object({
    path: z.string().check(z.describe('The absolute path to the directory to list (must be absolute, not relative)')),
    ignore: z.optional(z.array(z.string()).check(z.describe('List of glob patterns to ignore'))),
    respect_git_ignore: z.optional(
      z
        .boolean()
        .check(
          z.describe(
            'Optional: Whether to respect .gitignore patterns when listing files. Only available in git repositories. Defaults to true.',
          ),
        ),
    ),
  }),
  adapt: fromNewerNames,
  operation: listEntries,
  request: ({ path, ignore = [], respect_git_ignore = true }) => ({
    path: absolutePath(path),
    ignore,
    respectGitIgnore: respect_git_ignore,
  }),
  render: gemini.listedDirectory,
  explain: gemini.listDirectoryFailed,
});
