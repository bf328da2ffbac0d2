import * as z from 'zod/mini';

const text = (words: string) => z.optional(z.string().check(z.describe(words)));
const number = (words: string) => z.optional(z.int().check(z.describe(words)));

const view_range = z.optional(
  z
    .array(z.int())
    .check(z.describe('Of view: first and last line to show, [start, end], 1-based; -1 as end for the last line')),
);

/** Arguments of `create`, `str_replace` and `insert`. */
const editing = {
  file_text: text('Of create: the whole content of the file'),
  old_str: text('Of str_replace: the exact text to replace, which must stand in the file once'),
  new_str: text('Of str_replace: the text to put in its place; without it the old text is deleted'),
  insert_line: number('Of insert: the line after which to insert, 0 for the start of the file'),
  insert_text: text('Of insert: the lines to insert'),
};

/** Arguments of each tool. */
export const input = {
  str_replace_based_edit_tool: z.object({
    command: z.enum(['view', 'create', 'str_replace', 'insert', 'undo_edit']).check(z.describe('What to do')),
    path: z.string().check(z.describe('Absolute path of the file, or of the directory to view')),
    view_range,
    ...editing,
  }),
  memory: z.object({
    command: z.enum(['view', 'create', 'str_replace', 'insert', 'delete', 'rename']).check(z.describe('What to do')),
    path: text('Path of the file or directory: /memories, or /memories/ and more'),
    view_range,
    ...editing,
    old_path: text('Of rename: the path that it has'),
    new_path: text('Of rename: the path that it gets'),
  }),
  bash: z.object({
    command: text('The command, as bash -c takes it'),
    restart: z.optional(z.boolean().check(z.describe('Start anew: ends what is running, and goes back to the start'))),
  }),
};
