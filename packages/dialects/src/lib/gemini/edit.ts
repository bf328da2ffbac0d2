import * as gemini from '@dragoman/formatters/gemini';
import { replaceOrCreate } from '@dragoman/tools';
import { absolutePath } from '../absolute-path.ts';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

const description = `Replaces text within a file. By default, replaces a single occurrence; set expected_replacements to replace as many as there are. Use read_file to examine the file before.
- file_path must be absolute.
- old_string must be the exact literal text to replace, with its whitespace, indentation and newlines; include at least 3 lines of context before and after, so that it is unique. Where it is empty, the file is created.
- new_string must be the exact literal text to put in its place.
Never escape either: both are taken literally. If a text matches more or fewer places than expected, nothing is changed.`;

export const replace = tool({
  name: 'replace',
  title: 'Replace text in a file',
  description,
  effect: 'edits',
  typed: 'edit',
  input: input.replace,
  // Newer models send it.
  unlisted: ['allow_multiple'],
  operation: replaceOrCreate,
  request: ({ file_path, old_string, new_string, expected_replacements = 1, allow_multiple = false }) => ({
    path: absolutePath(file_path),
    oldText: old_string,
    newText: new_string,
    occurrences: allow_multiple ? ('any' as const) : expected_replacements,
  }),
  render: gemini.replaced,
  explain: gemini.replaceFailed,
});
