import * as z from 'zod/mini';
import { background, command, task } from '../command-schemas.ts';

const flag = (words: string) => z.optional(z.boolean().check(z.describe(words)));
const count = (words: string) => z.optional(z.int().check(z.minimum(0), z.describe(words)));

/** Arguments of each tool. */
export const input = {
  Read: z.strictObject({
    file_path: z.string().check(z.describe('The absolute path to the file to read')),
    offset: z
      ._default(z.int().check(z.minimum(1)), 1)
      .check(z.describe('Line number to start reading from (1-indexed)')),
    limit: z
      ._default(z.int().check(z.minimum(1), z.maximum(10_000)), 2000)
      .check(z.describe('Maximum number of lines to read')),
    pages: z.optional(z.string().check(z.describe('Pages, sheets, slides: "3", "1-5"'))),
  }),
  Write: z.strictObject({
    file_path: z.string().check(z.describe('The absolute path to the file to write')),
    content: z.string().check(z.describe('The content to write to the file')),
  }),
  Edit: z.strictObject({
    file_path: z.string().check(z.describe('The absolute path to the file to edit')),
    old_string: z.string().check(z.describe('The exact text to find and replace')),
    new_string: z.string().check(z.describe('The text to replace with')),
    replace_all: z._default(z.boolean(), false).check(z.describe('Replace all occurrences (default: false)')),
  }),
  Glob: z.strictObject({
    pattern: z.string().check(z.describe('The glob pattern to match files against, relative to path or absolute')),
    path: z.optional(z.string().check(z.describe('Directory to search in (default: working directory)'))),
  }),
  Grep: z.strictObject({
    pattern: z.string().check(z.describe('Regular expression pattern to search for')),
    path: z.optional(z.string().check(z.describe('File or directory to search in (default: working directory)'))),
    glob: z.optional(
      z.string().check(z.describe('Glob pattern to filter files (e.g. "*.py"); "!" before it excludes')),
    ),
    type: z.optional(z.string().check(z.describe("One of ripgrep's file types, such as js, py, rust"))),
    output_mode: z
      ._default(z.enum(['content', 'files_with_matches', 'count']), 'files_with_matches')
      .check(z.describe('Output mode')),
    '-i': flag('Case insensitive search'),
    '-n': z._default(z.boolean(), true).check(z.describe('Show line numbers (default: true)')),
    '-A': count('Lines of context after match'),
    '-B': count('Lines of context before match'),
    '-C': count('Lines of context before and after match'),
    context: count('Same as -C'),
    '-o': flag('Show only the matching parts of lines'),
    multiline: flag('Enable multiline matching mode: matches may span lines, and . matches newlines'),
    literal: flag('Take the pattern as a plain string'),
    head_limit: z
      ._default(z.int().check(z.minimum(0)), 250)
      .check(z.describe('Limit output to first N results (default: 250; 0: all)')),
    offset: count('Skip first N results'),
  }),
  Bash: z.strictObject({
    ...command,
    description: z.optional(z.string().check(z.describe('What the command does, in a few words'))),
    ...background,
  }),
  TaskOutput: task('Bash'),
};
