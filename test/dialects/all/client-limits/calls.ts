import type { Dialect, TemporaryTree } from '@dragoman/testing';
import { FILES, LINES, NAMES, repeated } from './files.ts';

/** A call whose result is too long for a client. */
export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** End of the text that tells the model how to go on; null if the result is whole. */
  readonly ends: RegExp | null;
}

const call = (tool: string, args: Call['args'], ends: RegExp | null = null): Call => ({ tool, args, ends });
const REST = /\n\[The rest is over the response size limit\. Ask for less at once\.\]$/;
/** End of the note after a text that ends early. */
const rest = (advice: string, before = '\\n') =>
  new RegExp(`${before}\\[The rest is over the response size limit\\. ${advice}\\]$`);
const PRINT = 'cat plain.txt; cat quoted.json >&2; cat escapes.txt';
const NEW_LINES = FILES['quoted.json']?.slice(0, 80_000) ?? '';
// Without a meaning, and longer than any client shows.
const LONG = 'x"\n'.repeat(30_000);
/** Almost the longest that may be a name. */
const LONG_NAME = LONG.slice(0, 65_000);
const LONG_COMMAND = `: '${LONG}'`;

/** Calls of all tools of a dialect. */
export const CALLS: Readonly<Record<Dialect, (tree: TemporaryTree) => Call[]>> = {
  claude: () => [
    ...NAMES.map((file_path) =>
      call(
        'Read',
        { file_path, limit: 10_000 },
        /\n\[Showing lines 1-\d+ of \d+; more lines follow\. Use offset=\d+ to continue\.\]$/,
      ),
    ),
    call('Read', { file_path: 'pages.pdf', pages: '1-20' }, /Use pages="\d+-\d+" to continue\.\]$/),
    call('Write', { file_path: 'new.txt', content: NEW_LINES }),
    call('Edit', { file_path: 'new.txt', old_string: '7', new_string: 'seven', replace_all: true }),
    call('Edit', { file_path: 'wide.txt', old_string: LONG, new_string: '' }),
    call('Glob', { pattern: 'many/**' }, /\n\(Showing \d+ of 1500 matching files; \d+ more are not listed\. .*\)$/),
    call('Grep', { pattern: '.', output_mode: 'content' }, /\n\[Showing results with pagination = limit: \d+\]$/),
    call('Bash', { command: PRINT }, /\n\.\.\.$/),
    call('Bash', { command: LONG_COMMAND }),
    call('TaskStop', { task_id: LONG_NAME }),
    call('Read', { file_path: 'cells.ipynb' }),
    call('NotebookEdit', { notebook_path: 'cells.ipynb', cell_id: LONG_NAME, new_source: NEW_LINES }),
    call('NotebookEdit', { notebook_path: 'cells.ipynb', cell_id: 'cell-0', new_source: NEW_LINES }),
    call('Read', { file_path: LONG_NAME }),
  ],
  editor: () => [
    ...NAMES.map((path) =>
      call(
        'view',
        { path },
        /\nTruncated: (?:the response size limit .* from line \d+|file has \d+ lines\. Use view_range .*)\.$/,
      ),
    ),
    call(
      'view',
      { path: '.' },
      /\nTruncated: the response size limit was reached\. View a subdirectory to see more\.$/,
    ),
    call('create_file', { path: 'new.txt', content: NEW_LINES }),
    call('str_replace', { path: 'new.txt', old_str: 'x', new_str: '' }, null),
    call('str_replace', { path: 'quoted.json', old_str: FILES['quoted.json']?.slice(0, 60_000), new_str: 'x' }),
    call(
      'str_replace',
      { path: 'wide.txt', old_str: '字 1\n', new_str: NEW_LINES },
      /\nTruncated: .* Use view to see more\.$/,
    ),
    call(
      'glob',
      { pattern: 'many/**' },
      /\nTruncated: \d+ of 1500 paths shown\. Narrow the pattern to see the rest\.$/,
    ),
    call('grep', { pattern: '.', output_mode: 'content' }, /\n(?:Many|\d+) more\. Use offset=\d+ to see them\.$/),
    call(
      'grep',
      { pattern: '.', path: 'wide.txt', output_mode: 'content' },
      /\n\d+ more\. Use offset=\d+ to see them\.$/,
    ),
    call(
      'bash',
      { command: PRINT },
      /\[The rest is over the response size limit\. Write the output .*\]\nexit_code: 0$/,
    ),
    call('bash', { command: `${PRINT}; sleep 100`, timeout: 1500 }, /Write the output to a file to read on\.\]$/),
    call('bash', { command: LONG_COMMAND }),
    call('task_output', { task_id: LONG_NAME }, /…/),
    call('view', { [LONG_NAME]: 1 }, /^Error: .*"path" is required/),
    call('view', { path: LONG_NAME }),
  ],
  'claude-code': (tree) => [
    ...NAMES.map((name) =>
      call(
        'Read',
        { file_path: tree.path(name), limit: 10_000 },
        /\n\[Showing lines 1-\d+.*; more lines follow\. Use offset=\d+ to continue\.\]$/,
      ),
    ),
    call(
      'Read',
      { file_path: tree.path('pages.pdf') },
      /\[Showing pages? 1(?:-\d+)? of 30\. Use pages="\d+-\d+" to continue\.\]$/,
    ),
    call(
      'Read',
      { file_path: tree.path('cells.ipynb') },
      /\[Showing cells? 0(?:-\d+)? of 200\. Use offset=\d+ to continue\.\]$/,
    ),
    call('Read', { file_path: tree.path('faulty.ipynb') }, /Use offset=\d+ to continue\.\]$/),
    call('Write', { file_path: tree.path('new.txt'), content: NEW_LINES }),
    call('Edit', { file_path: tree.path('new.txt'), old_string: '7', new_string: 'seven', replace_all: true }),
    call(
      'Edit',
      { file_path: tree.path('wide.txt'), old_string: '字 1\n', new_string: repeated(() => '"字"'.repeat(200), 100) },
      /Read shows the file\)$/,
    ),
    call('Edit', { file_path: tree.path('wide.txt'), old_string: LONG, new_string: '' }),
    call(
      'Glob',
      { pattern: 'many/**' },
      /\nTruncated: \d+ of 1500 paths shown\. Narrow the pattern to see the rest\.$/,
    ),
    call(
      'Grep',
      { pattern: '.', output_mode: 'content', head_limit: 0 },
      /\n(?:Many|\d+) more\. Use offset=\d+ to see them\.$/,
    ),
    call('Grep', { pattern: '', path: tree.path('many'), head_limit: 0 }),
    call(
      'Bash',
      { command: PRINT },
      /\[The rest is over the response size limit\. Write the output .*\]\nexit_code: 0$/,
    ),
    call('Bash', { command: PRINT, run_in_background: true }),
    call('TaskOutput', { task_id: LONG_NAME }, /…/),
    call('Read', { file_path: `/${LONG_NAME}` }),
  ],
  gemini: (tree) => [
    ...NAMES.map((name) => call('read_file', { absolute_path: tree.path(name), limit: LINES })),
    call(
      'list_directory',
      { path: tree.path('many') },
      /\n\[truncated: 1500 entries in all; leave some out with ignore\]$/,
    ),
    call('write_file', { file_path: tree.path('new.txt'), content: NEW_LINES }),
    call('replace', {
      file_path: tree.path('new.txt'),
      old_string: '7',
      new_string: 'seven',
      expected_replacements: 3,
    }),
    call('glob', { pattern: 'many/**' }, /\n\[\d+ more files not shown: narrow the pattern\]$/),
    call(
      'search_file_content',
      { pattern: '.' },
      /\n\[truncated: narrow the search by path, include or pattern to see the rest\]$/,
    ),
    call(
      'run_shell_command',
      { command: PRINT },
      /Write the output to a file to read on\.\]\n(?:.*\n)*Process Group PGID: \d+$/,
    ),
    call(
      'run_shell_command',
      { command: `${PRINT}; sleep 100` },
      /Write the output .*\]\n(?:.*\n)*Process Group PGID: \d+$/,
    ),
    call('run_shell_command', { command: 'true', directory: LONG_NAME }),
    call('read_file', { absolute_path: `/${LONG_NAME}` }),
  ],
  'gemini-cli': (tree) => [
    ...NAMES.map((name) => call('read_file', { file_path: name, start_line: 1, end_line: LINES })),
    call('list_directory', { dir_path: 'many' }, /\n\[truncated: 1500 entries in all; leave some out with ignore\]$/),
    call(
      'write_file',
      { file_path: 'new.txt', content: NEW_LINES },
      /\n\[The rest of the code is over the response size limit: read the file to see it\.\]$/,
    ),
    call('replace', { file_path: 'new.txt', old_string: '7', new_string: 'seven', allow_multiple: true }),
    call('glob', { pattern: 'many/**' }, /\n\[\d+ more files not shown: narrow the pattern\]$/),
    call(
      'grep_search',
      { pattern: '.', total_max_matches: 100_000 },
      /\n\[truncated: narrow the search by dir_path, include_pattern or pattern to see the rest\]$/,
    ),
    call(
      'read_many_files',
      { include: NAMES },
      /\n\[\d+ more files are over the response size limit: include fewer\]$/,
    ),
    call('run_shell_command', { command: PRINT }, /\nProcess Group PGID: \d+$/),
    call('run_shell_command', { command: `${PRINT}; sleep 100` }),
    call('run_shell_command', { command: 'true', dir_path: LONG_NAME }),
    call('list_background_processes', {}),
    call('read_background_output', { pid: 1 }),
    call('read_file', { file_path: tree.path(LONG_NAME) }),
  ],
  codex: (tree) => [
    ...NAMES.map((name) =>
      call(
        'read_file',
        { file_path: tree.path(name), limit: LINES },
        /\n\[Showing lines 1-(\d+); more lines follow\. Use offset=\d+ to continue\.\]$/,
      ),
    ),
    call('exec_command', { cmd: PRINT }),
    call('exec_command', { cmd: `${LONG_COMMAND}; sleep 100`, yield_time_ms: 250 }),
    call('write_stdin', { session_id: 1 }),
    call(
      'list_dir',
      { dir_path: tree.root, limit: LINES },
      /\n\[Use offset=\d+ to continue\.\]\nMore than \d+ entries found$/,
    ),
    call('grep_files', { pattern: '.' }),
    call('view_image', { path: LONG_NAME }),
    call('apply_patch', { input: LONG }),
    call(
      'apply_patch',
      {
        input: `*** Begin Patch\n*** Update File: wide.txt\n${'-x"\n'.repeat(30_000)}*** End Patch`,
      },
      REST,
    ),
    call(
      'apply_patch',
      {
        input: [
          '*** Begin Patch',
          ...Array.from({ length: 250 }, (_, at) => `*** Add File: new/${'long-'.repeat(46)}${at}`),
          '*** End Patch',
        ].join('\n'),
      },
      REST,
    ),
  ],
  filesystem: () => [
    ...['read_file', 'read_text_file'].flatMap((tool) =>
      NAMES.map((path) => call(tool, { path }, rest('Use tail to see .*', '\\n$|\\n'))),
    ),
    call('read_text_file', { path: 'plain.txt', tail: LINES }, rest('Use tail to see .*')),
    call('read_media_file', { path: 'logo.png' }),
    call('read_multiple_files', { paths: NAMES }, rest('Name fewer files in paths\\.')),
    call('write_file', { path: 'new.txt', content: NEW_LINES }),
    call(
      'edit_file',
      { path: 'wide.txt', edits: [{ oldText: '字 1\n', newText: NEW_LINES }] },
      rest('read_text_file shows .*'),
    ),
    call('edit_file', { path: 'wide.txt', edits: [{ oldText: LONG, newText: '' }] }, REST),
    call('create_directory', { path: LONG_NAME }),
    call('list_directory', { path: 'many' }, rest('Use search_files .*')),
    call('list_directory_with_sizes', { path: 'many' }, rest('Use search_files .*')),
    call('directory_tree', { path: '.' }),
    call('move_file', { source: LONG_NAME, destination: 'x' }),
    call('search_files', { path: '.', pattern: '**' }, rest('Narrow the search by path, pattern or .*')),
    call('get_file_info', { path: 'plain.txt' }),
    call('list_allowed_directories', {}),
  ],
  text_editor: (tree) => [
    ...NAMES.map((name) =>
      call(
        'str_replace_based_edit_tool',
        { command: 'view', path: tree.path(name) },
        /\n<response clipped><NOTE>.*<\/NOTE>$/,
      ),
    ),
    call('str_replace_based_edit_tool', { command: 'view', path: tree.root }),
    call('str_replace_based_edit_tool', { command: 'view', path: tree.path('many') }, rest('Use view with .*')),
    call('str_replace_based_edit_tool', { command: 'create', path: tree.path('new.txt'), file_text: NEW_LINES }),
    call('str_replace_based_edit_tool', {
      command: 'str_replace',
      path: tree.path('wide.txt'),
      old_str: '字 1\n',
      new_str: NEW_LINES,
    }),
    call('str_replace_based_edit_tool', {
      command: 'insert',
      path: tree.path('wide.txt'),
      insert_line: 0,
      insert_text: LONG,
    }),
    call('str_replace_based_edit_tool', { command: 'str_replace', path: tree.path('wide.txt'), old_str: LONG }),
    call('str_replace_based_edit_tool', { command: LONG_NAME, path: tree.path('wide.txt') }),
    call('bash', { command: PRINT }, /Write the output .*\]\nexit_code: 0$/),
  ],
  agent: (tree) => [
    ...NAMES.map((file_path) =>
      call('read', { file_path }, /\n$|\n\[The rest is over the response size limit\. Use view_range .*\]$/),
    ),
    call('read', { file_path: 'wide.txt', view_range: [1, LINES] }),
    call('write', { file_path: 'new.txt', content: NEW_LINES }),
    call('edit', { file_path: 'wide.txt', old_string: '字 1\n', new_string: NEW_LINES }),
    call('edit', { file_path: LONG_NAME, old_string: LONG, new_string: '' }),
    call('glob', { pattern: 'many/**' }, /\n\[\d+ of 1500 paths shown: narrow the pattern to see the rest\]$/),
    call('grep', { pattern: '.' }, /\n\[output truncated: narrow the search by path or pattern to see the rest\]\n$/),
    call('grep', { pattern: '.', path: tree.path('many') }),
    call('bash', { command: PRINT }),
    call('bash', { command: `${PRINT}; false` }),
    call('bash', { command: `${PRINT}; sleep 100`, timeout_ms: 1500 }),
  ],
  budgeted: () => [
    ...NAMES.map((file_path) => call('read_code', { file_path })),
    call('search_code', { pattern: '.' }),
    call('find_files', { pattern: '**' }),
    call('write_code', {
      file_path: 'quoted.json',
      start_line: 2,
      end_line: 3,
      replacement: repeated(() => '"\t\\"'.repeat(90), 150),
    }),
    call('write_code', {
      file_path: 'wide.txt',
      start_line: 1,
      end_line: 500,
      replacement: '',
      preconditions: { expected_text: LONG },
    }),
    call('read_code', { file_path: LONG_NAME }),
    call('write_code', { file_path: 'x', [LONG_NAME]: 1 }),
  ],
};
