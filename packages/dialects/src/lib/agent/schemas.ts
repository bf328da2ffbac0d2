import * as z from 'zod/mini';

const text = (words: string) => z.string().check(z.describe(words));

const file_path = text('The file, relative to the working directory or absolute');

/** Arguments of each tool. */
export const input = {
  bash: z.object({
    command: z.optional(text('The command to run')),
    restart: z.optional(z.boolean().check(z.describe('Restart the shell before running'))),
    timeout_ms: z.optional(
      z.int().check(z.minimum(1), z.maximum(600_000), z.describe('Milliseconds until the command is ended')),
    ),
  }),
  read: z.object({
    file_path,
    view_range: z.optional(
      z.array(z.int()).check(z.describe('[start_line, end_line], 1-based, both included; -1 for the last line')),
    ),
  }),
  write: z.object({ file_path, content: text('The whole content of the file') }),
  edit: z.object({
    file_path,
    old_string: text('The exact text to replace'),
    new_string: text('The text to put in its place'),
    replace_all: z.optional(z.boolean().check(z.describe('Replace every occurrence'))),
  }),
  glob: z.object({
    pattern: text('Glob, relative to the directory: *, **, ?, [abc], {a,b}'),
    path: z.optional(text('Directory to search in. Defaults to the working directory.')),
  }),
  grep: z.object({
    pattern: text('Regular expression, as ripgrep takes it'),
    path: z.optional(text('File or directory to search. Defaults to the working directory.')),
  }),
};
