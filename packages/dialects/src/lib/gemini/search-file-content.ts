import { gemini } from '@dragoman/formatters';
import { grepByRegExp } from '@dragoman/tools';
import * as z from '../schema.ts';
import { tool } from '../tool.ts';
import { fromNewerNames } from './newer-names.ts';
import { resolvedPath } from './resolved-path.ts';

const description = `Searches for a regular expression pattern within the content of files in a specified directory (or current working directory). Can filter files by a glob pattern. Returns the lines containing matches, along with their file paths and line numbers.`;

export const searchFileContent = tool({
  name: 'search_file_content',
  title: 'Search file contents',
  description,
  effect: 'reads',
  input: z.object({
    pattern: z
      .string()
      .check(
        z.describe(
          "The regular expression (regex) pattern to search for within file contents (e.g., 'function\\s+myFunction', 'import\\s+\\{.*\\}\\s+from\\s+.*').",
        ),
      ),
    path: z.optional(
      z
        .string()
        .check(
          z.describe(
            'Optional: The absolute path to the directory to search within. If omitted, searches the current working directory.',
          ),
        ),
    ),
    include: z.optional(
      z
        .string()
        .check(
          z.describe(
            "Optional: A glob pattern to filter which files are searched (e.g., '*.js', '*.{ts,tsx}', 'src/**'). If omitted, searches all files (respecting potential global ignores).",
          ),
        ),
    ),
  }),
  adapt: fromNewerNames,
  operation: grepByRegExp,
  request: ({ pattern, path, include }, { workdir }) => ({
    pattern,
    ...(path && { path: resolvedPath(workdir, path) }),
    ...(include && { include }),
  }),
  render: gemini.foundContent,
  explain: gemini.searchFailed,
});
