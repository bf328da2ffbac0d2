import * as z from 'zod/mini';

const text = (words: string) => z.string().check(z.describe(words));
const flag = (words: string) => z.optional(z.boolean().check(z.describe(words)));

/** Arguments of each tool. */
export const input = {
  list_directory: z.object({
    path: text('The absolute path to the directory to list (must be absolute, not relative)'),
    ignore: z.optional(z.array(z.string()).check(z.describe('List of glob patterns to ignore'))),
    respect_git_ignore: flag(
      'Optional: Whether to respect .gitignore patterns when listing files. Only available in git repositories. Defaults to true.',
    ),
  }),
  read_file: z.object({
    absolute_path: text("The absolute path to the file to read (e.g., '/home/user/project/file.txt')"),
    offset: z.optional(
      z.number().check(z.describe('Optional: For text files, the 0-based line number to start reading from')),
    ),
    limit: z.optional(
      z.number().check(z.describe("Optional: For text files, maximum number of lines to read. Use with 'offset'")),
    ),
  }),
  write_file: z.object({
    file_path: text("The absolute path to the file to write to (e.g., '/home/user/project/file.txt')"),
    content: text('The content to write to the file, exactly'),
  }),
  replace: z.object({
    file_path: text("The absolute path to the file to modify. Must start with '/'"),
    old_string: text('The exact literal text to replace'),
    new_string: text('The exact literal text to replace old_string with'),
    expected_replacements: z.optional(
      z.number().check(z.minimum(1), z.describe('Number of replacements expected. Defaults to 1')),
    ),
    allow_multiple: z.optional(z.boolean()),
  }),
  glob: z.object({
    pattern: text("The glob pattern to match against (e.g., '**/*.py', 'docs/*.md')."),
    path: z.optional(
      text('Optional: The absolute path to the directory to search within. If omitted, searches the root directory.'),
    ),
    case_sensitive: flag('Optional: Whether the search should be case-sensitive. Defaults to false.'),
    respect_git_ignore: flag(
      'Optional: Whether to respect .gitignore patterns when finding files. Only available in git repositories. Defaults to true.',
    ),
  }),
  search_file_content: z.object({
    pattern: text(
      "The regular expression (regex) pattern to search for within file contents (e.g., 'function\\s+myFunction', 'import\\s+\\{.*\\}\\s+from\\s+.*').",
    ),
    path: z.optional(
      text(
        'Optional: The absolute path to the directory to search within. If omitted, searches the current working directory.',
      ),
    ),
    include: z.optional(
      text(
        "Optional: A glob pattern to filter which files are searched (e.g., '*.js', '*.{ts,tsx}', 'src/**'). If omitted, searches all files (respecting potential global ignores).",
      ),
    ),
  }),
  run_shell_command: z.object({
    command: text('Exact bash command to execute as `bash -c <command>`'),
    description: z.optional(text('Brief description of the command for the user')),
    directory: z.optional(text('Directory to run the command in, relative to the project root; it must already exist')),
  }),
};
