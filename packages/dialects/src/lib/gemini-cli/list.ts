import * as geminiCli from '@dragoman/formatters/gemini-cli';
import { listDirectory as listEntries } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { fromWorkdir, withoutScheduling } from './given-path.ts';
import { input } from './schemas.ts';

const description = `Lists the files and subdirectories directly within a directory, with sizes.`;

export const listDirectory = tool({
  name: 'list_directory',
  title: 'List a directory',
  description,
  effect: 'reads',
  typed: 'listing',
  input: input.list_directory,
  synonyms: { directory: 'dir_path' },
  adapt: withoutScheduling,
  operation: fromWorkdir(listEntries),
  request: ({ dir_path, ignore = [], file_filtering_options = {} }) => ({
    path: dir_path,
    ignore,
    respectGitIgnore: file_filtering_options.respect_git_ignore ?? true,
    sizes: true,
  }),
  render: geminiCli.listedDirectory,
  explain: geminiCli.listDirectoryFailed,
});
