import * as z from 'zod/mini';

const text = (words: string) => z.string().check(z.describe(words));
const flag = (words: string) => z.optional(z.boolean().check(z.describe(words)));
const count = (words: string, least = 1) => z.optional(z.int().check(z.minimum(least), z.describe(words)));
const texts = (words: string) => z.array(z.string()).check(z.describe(words));
const filtering = z.optional(
  z
    .object({ respect_git_ignore: flag('Leave out what .gitignore excludes. Default true.') })
    .check(z.describe('Which ignore files hold; .geminiignore always does.')),
);

/** Arguments of each tool. */
export const input = {
  read_file: z.object({
    file_path: text('Path of the file.'),
    start_line: count('1-based line to start at.'),
    end_line: count('1-based line to end at, inclusive.'),
    // As Qwen Code's models say it.
    offset: z.optional(z.int().check(z.minimum(0))),
    limit: z.optional(z.int().check(z.minimum(1))),
  }),
  write_file: z.object({
    file_path: text('Path of the file.'),
    content: text('The whole content, without placeholders for what is left out.'),
  }),
  replace: z.object({
    file_path: text('Path of the file.'),
    instruction: z.optional(text('What the change is for, in words.')),
    old_string: text('The exact literal text to replace; empty to create the file.'),
    new_string: text('The exact literal text to put in its place, without placeholders for what is left out.'),
    allow_multiple: flag('Replace all occurrences. By default, there must be exactly one.'),
    expected_replacements: z.optional(z.int().check(z.minimum(1))),
  }),
  grep_search: z.object({
    pattern: text("A JavaScript regular expression, such as '\\bname\\b'."),
    dir_path: z.optional(text('Directory or file to search. Default: the working directory.')),
    include_pattern: z.optional(text("A glob that files must match, such as '*.ts' or 'src/**'.")),
    exclude_pattern: z.optional(text('A regular expression; lines that it matches are left out.')),
    names_only: flag('Give paths of files only.'),
    case_sensitive: flag('Default false.'),
    fixed_strings: flag('Take the pattern literally. Default false.'),
    context: count('Lines around each match.', 0),
    after: count('Lines after each match.', 0),
    before: count('Lines before each match.', 0),
    no_ignore: flag('Search also what is usually left out, such as build/ and what git ignores. Default false.'),
    max_matches_per_file: count('Most matches of one file.'),
    total_max_matches: count('Most matches in all. Default 100.'),
  }),
  glob: z.object({
    pattern: text("The glob, such as '**/*.py' or 'docs/*.md'."),
    dir_path: z.optional(text('Directory to search. Default: the working directory.')),
    case_sensitive: flag('Default false.'),
    respect_git_ignore: flag('Leave out what .gitignore excludes. Default true.'),
  }),
  list_directory: z.object({
    dir_path: text('Path of the directory.'),
    ignore: z.optional(texts('Globs of names to leave out.')),
    file_filtering_options: filtering,
  }),
  read_many_files: z.object({
    include: z
      .array(z.string())
      .check(z.minLength(1), z.describe('Paths, directories or globs, from the working directory.')),
    exclude: z.optional(texts('Globs of files to leave out.')),
    useDefaultExcludes: flag('Leave out build directories, archives, programs and the like. Default true.'),
    file_filtering_options: filtering,
  }),
  run_shell_command: z.object({
    command: text('The command, as bash -c takes it.'),
    description: z.optional(text('What it does, for the user.')),
    dir_path: z.optional(text('Directory to run it in. Default: the working directory.')),
    is_background: flag('Do not wait for its end.'),
    delay_ms: count('Milliseconds to wait for first output in the background. Default 200.', 0),
  }),
  list_background_processes: z.object({}),
  read_background_output: z.object({
    pid: z.int().check(z.describe('The PID that run_shell_command answered.')),
    lines: count('Last lines to show. Default 100.'),
    delay_ms: count('Milliseconds to wait before reading.', 0),
  }),
};
