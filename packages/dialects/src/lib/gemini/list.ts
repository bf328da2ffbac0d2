import * as gemini from '@dragoman/formatters/gemini';
import { listDirectory as listEntries } from '@dragoman/tools';
import { absolutePath } from '../absolute-path.ts';
import { tool } from '../tool.ts';
import { fromNewerNames } from './newer-names.ts';
import { input } from './schemas.ts';

const description = `Lists the names of files and subdirectories directly within a specified directory path. Can optionally ignore entries matching provided glob patterns.`;

export const listDirectory = tool({
  name: 'list_directory',
  title: 'List a directory',
  description,
  effect: 'reads',
  typed: 'listing',
  input: input.list_directory,
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
