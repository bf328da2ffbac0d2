import * as geminiCli from '@dragoman/formatters/gemini-cli';
import { readMany } from '@dragoman/tools/internal/session';
import { tool } from '../tool.ts';
import { withoutScheduling } from './given-path.ts';
import { DIRECTORIES } from './left-out.ts';
import { MOST_PICTURE_SIDE } from './read.ts';
import { input } from './schemas.ts';

const description = `Reads many files by paths, directories and globs, from the working directory.`;

const EXTENSIONS = [
  ...['bin', 'exe', 'dll', 'so', 'dylib', 'class', 'jar', 'war', 'zip', 'tar', 'gz', 'bz2', 'rar', '7z', 'pak', 'rpa'],
  ...['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'ods', 'odp', 'pyc', 'pyo'],
];
const NAMES = ['.DS_Store', '.env', 'GEMINI.md'];
const DEFAULT_EXCLUDES = [
  ...DIRECTORIES.map((name) => `**/${name}/**`),
  ...EXTENSIONS.map((extension) => `**/*.${extension}`),
  ...NAMES.map((name) => `**/${name}`),
];

export const readManyFiles = tool({
  name: 'read_many_files',
  title: 'Read many files',
  description,
  effect: 'reads',
  input: input.read_many_files,
  adapt: withoutScheduling,
  operation: readMany,
  request: ({ include, exclude = [], useDefaultExcludes = true, file_filtering_options = {} }) => ({
    // An empty path would be the working directory.
    include: include.filter((path) => path.trim() !== ''),
    exclude: useDefaultExcludes ? [...DEFAULT_EXCLUDES, ...exclude] : exclude,
    leaveOut: useDefaultExcludes ? DIRECTORIES : [],
    respectGitIgnore: file_filtering_options.respect_git_ignore ?? true,
    maxLines: 2000,
    maxLineLength: 2000,
    maxPictureSide: MOST_PICTURE_SIDE,
  }),
  render: geminiCli.readFiles,
});
