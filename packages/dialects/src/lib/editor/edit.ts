import * as editor from '@dragoman/formatters/editor';
import { replaceText } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

const description = `Replaces text in a file.
- old_str must stand in the file exactly as given, white space included, and only once, unless replace_all is true.
- Everything is literal: no patterns, no escapes. Encoding and line endings of the file are kept.
- Without new_str, old_str is deleted.`;

export const strReplace = tool({
  name: 'str_replace',
  title: 'Replace text in a file',
  description,
  effect: 'edits',
  typed: 'edit',
  input: input.str_replace,
  operation: replaceText,
  request: ({ path, old_str: oldText, new_str: newText, replace_all: all }) => ({
    path,
    oldText,
    newText,
    occurrences: all ? ('any' as const) : 1,
  }),
  render: (outcome, reader, { replace_all: all }) => editor.replacedText(all, outcome, reader),
});
