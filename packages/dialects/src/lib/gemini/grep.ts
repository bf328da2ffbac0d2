import * as gemini from '@dragoman/formatters/gemini';
import { grepByRegExp } from '@dragoman/tools';
import { resolvedPath } from '../resolved-path.ts';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

const description = `Searches for a regular expression pattern within the content of files in a specified directory (or current working directory). Can filter files by a glob pattern. Returns the lines containing matches, along with their file paths and line numbers.`;

export const searchFileContent = tool({
  name: 'search_file_content',
  title: 'Search file contents',
  description,
  effect: 'reads',
  typed: 'matches',
  input: input.search_file_content,
  operation: grepByRegExp,
  request: ({ pattern, path, include }, { workdir }) => ({
    pattern,
    ...(path && { path: resolvedPath(workdir, path) }),
    ...(include && { include }),
  }),
  render: gemini.foundContent,
  explain: gemini.searchFailed,
});
