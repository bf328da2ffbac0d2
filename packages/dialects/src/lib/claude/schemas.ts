import * as z from 'zod/mini';

const text = (words: string) => z.string().check(z.describe(words));
const flag = (words: string) => z.optional(z.boolean().check(z.describe(words)));
const count = (words: string) => z.optional(z.int().check(z.minimum(0), z.describe(words)));
/** A count that Claude Code lets be a fraction. */
const amount = (words: string) => z.optional(z.number().check(z.minimum(0), z.describe(words)));

/** Arguments of each tool. */
export const input = {
  Read: z.strictObject({
    file_path: text('The file to read'),
    offset: count('The line to start from, 1-based'),
    limit: z.optional(z.int().check(z.minimum(1), z.describe('How many lines to read'))),
    pages: z.optional(text('Pages, sheets, slides: "3", "1-5"; at most 20')),
    allow_large: flag('Read a file over 256KB whole'),
  }),
  Write: z.strictObject({
    file_path: text('The file to write'),
    content: text('The whole content'),
  }),
  Edit: z.strictObject({
    file_path: text('The file to change'),
    old_string: text('The text to replace; empty to create the file'),
    new_string: text('The text that takes its place'),
    replace_all: flag('Replace all occurrences'),
  }),
  Grep: z.strictObject({
    pattern: text('Regular expression'),
    path: z.optional(text('File or directory to search; default: the working directory')),
    glob: z.optional(text('Globs of files, such as "*.js" or "*.{ts,tsx}"')),
    type: z.optional(text('File type, such as js, py, rust')),
    output_mode: z.optional(
      z.enum(['content', 'files_with_matches', 'count']).check(z.describe('Default: files_with_matches')),
    ),
    '-A': amount('Lines after each match'),
    '-B': amount('Lines before each match'),
    '-C': amount('Lines before and after each match'),
    context: amount('Same as -C'),
    '-n': flag('Line numbers; default: true'),
    '-i': flag('Ignore case'),
    '-o': flag('Only the matching parts'),
    multiline: flag('Matches may span lines'),
    head_limit: amount('Most results; default: 250, 0: all'),
    offset: amount('Results to skip'),
  }),
  Glob: z.strictObject({
    pattern: text('The glob'),
    path: z.optional(text('The directory to search; default: the working directory')),
  }),
  NotebookEdit: z.strictObject({
    notebook_path: text('The notebook to change'),
    cell_id: z.optional(text('Its id, or cell-{index}; insert puts a cell after it, without it first')),
    new_source: text('The new source; empty to delete'),
    cell_type: z.optional(z.enum(['code', 'markdown']).check(z.describe('Needed to insert'))),
    edit_mode: z.optional(z.enum(['replace', 'insert', 'delete']).check(z.describe('Default: replace'))),
  }),
  Bash: z.strictObject({
    command: text('The command'),
    timeout: z.optional(
      z
        .number()
        .check(
          z.minimum(1),
          z.maximum(7_200_000),
          z.describe('Milliseconds; default: 120000, in front at most 600000'),
        ),
    ),
    description: z.optional(text('What the command does, in a few words')),
    run_in_background: flag('Do not wait for its end'),
  }),
  TaskStop: z.strictObject({ task_id: text('The ID of the command') }),
  TaskOutput: z.strictObject({ task_id: text('The ID of the command') }),
};
