import * as z from 'zod/mini';

const text = (words: string) => z.string().check(z.describe(words));
const count = (words: string) => z.int().check(z.describe(words));
/** A number that Codex lets be a fraction. */
const amount = (words: string) => z.number().check(z.describe(words));

/** Arguments of each tool. */
export const input = {
  apply_patch: z.object({ input: text('The whole patch, from *** Begin Patch to *** End Patch') }),
  read_file: z.object({
    file_path: text('Absolute path of the file'),
    offset: z._default(count('The line to start from, 1 for the first'), 1),
    limit: z._default(count('The most lines to return'), 2000),
  }),
  list_dir: z.object({
    dir_path: text('Absolute path of the directory'),
    offset: z._default(count('The entry to start from, 1 for the first'), 1),
    limit: z._default(count('The most entries to return'), 25),
    depth: z._default(count('How many levels of directories to list, 1 for the directory alone'), 2),
  }),
  grep_files: z.object({
    pattern: text('Regular expression, as ripgrep takes it'),
    include: z.optional(text('Glob that says which files are searched, such as "*.rs" or "*.{ts,tsx}"')),
    path: z.optional(text('File or directory to search; by default the working directory')),
    limit: z._default(count('The most files to return, 2000 at most'), 100),
  }),
  view_image: z.object({ path: text('Path of the image') }),
  exec_command: z.object({
    cmd: text('The command, as bash -c takes it'),
    workdir: z.optional(text('Directory to run it in; by default the working directory')),
    shell: z.optional(z.string()),
    login: z.optional(z.boolean()),
    tty: z.optional(z.boolean()),
    yield_time_ms: z._default(amount('Milliseconds to wait for output before answering, 250 to 30000'), 10_000),
    max_output_tokens: z._default(amount('About how much of the output to show, in tokens of four bytes'), 10_000),
  }),
  write_stdin: z.object({
    session_id: amount('The session ID that exec_command answered'),
    chars: z.optional(z.string()),
    yield_time_ms: z._default(amount('Milliseconds to wait for output before answering, 5000 to 300000'), 5000),
    max_output_tokens: z._default(amount('About how much of the output to show, in tokens of four bytes'), 10_000),
  }),
};
