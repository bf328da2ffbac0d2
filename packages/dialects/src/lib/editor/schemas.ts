import * as z from 'zod/mini';
import { background, command, task } from '../command-schemas.ts';

const path = z.string().check(z.describe('Path of the file; relative paths start in the working directory'));
const count = () => z.optional(z.int().check(z.minimum(0)));

/** Arguments of each tool. */
export const input = {
  view: z.strictObject({
    path: z.string().check(z.describe('Path of the file or directory; relative paths start in the working directory')),
    view_range: z.optional(
      z
        .array(z.int())
        .check(z.length(2), z.describe('First and last line to show, [start, end]: 1-based, both included')),
    ),
  }),
  str_replace: z.strictObject({
    path,
    old_str: z
      .string()
      .check(z.describe('The exact text to replace; must be unique in the file unless replace_all is true')),
    new_str: z._default(z.string(), '').check(z.describe('The text to put in its place; empty to delete')),
    replace_all: z._default(z.boolean(), false).check(z.describe('Replace every occurrence')),
  }),
  create_file: z.strictObject({
    path,
    content: z.string().check(z.describe('The whole content of the file')),
  }),
  glob: z.strictObject({
    pattern: z.string().check(z.describe('Glob: *, **, ?, [abc], {a,b}')),
    path: z.optional(z.string().check(z.describe('Directory to search. Default: the working directory'))),
    type: z.optional(z.enum(['file', 'directory']).check(z.describe('What to find. Default: files'))),
  }),
  grep: z.strictObject({
    pattern: z.string().check(z.describe('Regular expression')),
    path: z.optional(z.string().check(z.describe('File or directory to search. Default: the working directory'))),
    include: z.optional(z.string().check(z.describe('Glob that files must fit, such as "*.ts" or "*.{ts,tsx}"'))),
    type: z.optional(z.string().check(z.describe("One of ripgrep's file types, such as js, py, rust"))),
    output_mode: z.optional(z.enum(['files_with_matches', 'content', 'count'])),
    case_insensitive: z.optional(z.boolean()),
    line_numbers: z._default(z.boolean(), true),
    context_before: count().check(z.describe('Lines of context before each match')),
    context_after: count().check(z.describe('Lines of context after each match')),
    context: count().check(z.describe('Lines of context before and after each match')),
    multiline: z.optional(z.boolean().check(z.describe('Matches may span lines, and . matches newlines'))),
    head_limit: count().check(z.describe('How many lines, files or counts to show; 0 for all')),
    offset: count().check(z.describe('How many of them to leave out first')),
  }),
  bash: z.strictObject({ ...command, ...background }),
  task_output: task('bash'),
};
