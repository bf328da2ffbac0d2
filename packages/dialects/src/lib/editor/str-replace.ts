import { claude } from '@dragoman/formatters';
import { replaceText } from '@dragoman/tools';
import * as z from '../schema.ts';
import { tool } from '../tool.ts';

const description = `Replaces text in a file.
- old_str must stand in the file exactly as given, white space included, and only once, unless replace_all is true.
- Everything is literal: no patterns, no escapes. Encoding and line endings of the file are kept.
- Without new_str, old_str is deleted.`;

export const strReplace = tool({
  name: 'str_replace',
  title: 'Replace text in a file',
  description,
  effect: 'edits',
  input: z.strictObject({
    path: z.string().check(z.describe('Path of the file; relative paths start in the working directory')),
    old_str: z
      .string()
      .check(z.describe('The exact text to replace; must be unique in the file unless replace_all is true')),
    new_str: z._default(z.string(), '').check(z.describe('The text to put in its place; empty to delete')),
    replace_all: z._default(z.boolean(), false).check(z.describe('Replace every occurrence')),
  }),
  operation: replaceText,
  request: ({ path, old_str: oldText, new_str: newText, replace_all: all }) => ({
    path,
    oldText,
    newText,
    occurrences: all ? ('any' as const) : 1,
  }),
  render: (outcome, reader, { replace_all: all }) => claude.replacedText(all, outcome, reader),
});
