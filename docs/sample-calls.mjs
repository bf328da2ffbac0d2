// For every tool of every dialect, a call and a call that fails, in an order in which each follows from the ones before.
const CODE = `import { sum } from './sum.js';

// Prints the total of all arguments.
let count = process.argv.length - 2;
console.log(count, sum(process.argv.slice(2)));
`;

/** The project that the calls are made on, by path. */
export const PROJECT = {
  'package.json': '{ "name": "total", "type": "module" }\n',
  'src/main.js': CODE,
  // One transparent pixel.
  'logo.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  'src/sum.js': 'export const sum = (numbers) => numbers.reduce((a, b) => a + Number(b), 0);\n',
};

const patch = (...lines) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

const edit = (path) => [
  { ...path, old_string: 'let count', new_string: 'const count' },
  { ...path, old_string: 'console.log( count', new_string: 'console.log(numbers' },
];

/** Arguments by dialect and tool: some that succeed, then some that fail. `root` is the project's directory. */
export const SAMPLE_CALLS = {
  editor: () => ({
    view: [{ path: 'src/main.js', view_range: [3, 5] }, { path: 'src/mian.js' }],
    str_replace: [
      { path: 'src/main.js', old_str: 'let count', new_str: 'const count' },
      { path: 'src/main.js', old_str: 'console.log( count', new_str: 'console.log(numbers' },
    ],
    create_file: [
      { path: 'notes/today.md', content: 'Nothing yet.\n' },
      { path: '/etc/today.md', content: '' },
    ],
    glob: [{ pattern: '**/*.js' }, { pattern: '*', path: 'lib' }],
    grep: [{ pattern: 'sum\\(', output_mode: 'content' }, { pattern: 'sum(' }],
    bash: [{ command: 'wc -l src/*.js' }, { command: '' }],
    task_output: [{ task_id: 'task' }, { task_id: 'task_1' }],
  }),
  claude: () => ({
    Read: [{ file_path: 'src/main.js', limit: 3 }, { file_path: 'src/mian.js' }],
    Edit: edit({ file_path: 'src/main.js' }),
    Write: [
      { file_path: 'notes/today.md', content: 'Nothing yet.\n' },
      { file_path: 'src', content: '' },
    ],
    Grep: [{ pattern: 'sum\\(', output_mode: 'content' }, { pattern: 'sum(' }],
    Glob: [{ pattern: '**/*.js' }, { pattern: '*', path: 'lib' }],
    Bash: [{ command: 'wc -l src/*.js' }, { command: '' }],
    TaskStop: [{ task_id: 'task' }, { task_id: 'task_1' }],
  }),
  'claude-code': (root) => ({
    Read: [{ file_path: `${root}/src/main.js`, limit: 3 }, { file_path: 'src/main.js' }],
    Write: [
      { file_path: `${root}/notes/today.md`, content: 'Nothing yet.\n' },
      { file_path: `${root}/src/sum.js`, content: '' },
    ],
    Edit: edit({ file_path: `${root}/src/main.js` }),
    Glob: [{ pattern: '**/*.js' }, { pattern: '*', path: `${root}/lib` }],
    Grep: [{ pattern: 'sum\\(', output_mode: 'content' }, { pattern: 'sum(' }],
    Bash: [{ command: 'wc -l src/*.js' }, { command: '' }],
    TaskOutput: [{ task_id: 'task' }, { task_id: 'task_1' }],
  }),
  gemini: (root) => ({
    list_directory: [{ path: root }, { path: `${root}/lib` }],
    read_file: [{ absolute_path: `${root}/src/main.js`, limit: 3 }, { absolute_path: 'src/main.js' }],
    write_file: [
      { file_path: `${root}/notes/today.md`, content: 'Nothing yet.\n' },
      { file_path: `${root}/src`, content: '' },
    ],
    replace: edit({ file_path: `${root}/src/main.js` }),
    glob: [{ pattern: '**/*.js' }, { pattern: '' }],
    search_file_content: [{ pattern: 'sum\\(' }, { pattern: 'sum(' }],
    run_shell_command: [{ command: 'wc -l src/*.js' }, { command: 'echo $(date)' }],
  }),
  'gemini-cli': () => ({
    read_file: [{ file_path: 'src/main.js', start_line: 3, end_line: 5 }, { file_path: 'src/mian.js' }],
    write_file: [
      { file_path: 'notes/today.md', content: 'Nothing yet.\n' },
      { file_path: 'src', content: '' },
    ],
    replace: [
      {
        file_path: 'src/main.js',
        instruction: 'Make it constant.',
        old_string: 'let count',
        new_string: 'const count',
      },
      { file_path: 'src/main.js', instruction: 'Rename it.', old_string: 'log( count', new_string: 'log(numbers' },
    ],
    grep_search: [{ pattern: 'sum\\(' }, { pattern: 'sum(' }],
    glob: [{ pattern: '**/*.js' }, { pattern: '' }],
    list_directory: [{ dir_path: 'src' }, { dir_path: 'lib' }],
    run_shell_command: [{ command: 'wc -l src/*.js' }, { command: 'echo $(date)' }],
    list_background_processes: [{}, 'all'],
    read_background_output: [{ pid: 1 }, { pid: 7 }],
  }),
  codex: (root) => ({
    apply_patch: [
      {
        input: patch(
          '*** Update File: src/main.js',
          '-// Prints the total of all arguments.',
          '+// Prints the sum of all arguments.',
        ),
      },
      { input: patch('*** Update File: src/mian.js', '-x') },
    ],
    read_file: [{ file_path: `${root}/src/main.js`, limit: 3 }, { file_path: 'src/main.js' }],
    list_dir: [{ dir_path: root }, { dir_path: `${root}/lib` }],
    grep_files: [{ pattern: 'sum\\(' }, { pattern: 'sum(' }],
    exec_command: [{ cmd: 'wc -l src/*.js' }, { cmd: 'ls', tty: true }],
    write_stdin: [{ session_id: 1001 }, { session_id: 7 }],
    view_image: [{ path: `${root}/logo.png` }, { path: `${root}/src/main.js` }],
  }),
  text_editor: (root) => ({
    str_replace_based_edit_tool: [
      { command: 'view', path: `${root}/src/main.js`, view_range: [3, 5] },
      { command: 'str_replace', path: `${root}/src/main.js`, old_str: 'console.log( count', new_str: 'console.log(' },
    ],
    memory: [
      { command: 'create', path: '/memories/today.md', file_text: 'Nothing yet.\n' },
      { command: 'view', path: '/memories/../today.md' },
    ],
    bash: [{ command: 'wc -l src/*.js' }, {}],
  }),
  agent: () => ({
    bash: [{ command: 'wc -l src/*.js' }, { command: 'ls lib' }],
    read: [{ file_path: 'src/main.js', view_range: [3, 5] }, { file_path: 'src/mian.js' }],
    write: [
      { file_path: 'notes/today.md', content: 'Nothing yet.\n' },
      { file_path: '/etc/today.md', content: '' },
    ],
    edit: edit({ file_path: 'src/main.js' }),
    glob: [{ pattern: '**/*.js' }, { pattern: '../*' }],
    grep: [{ pattern: 'sum\\(' }, { pattern: 'sum(' }],
  }),
  filesystem: () => ({
    read_file: [{ path: 'src/main.js' }, { path: 'src/mian.js' }],
    read_text_file: [
      { path: 'src/main.js', head: 3 },
      { path: 'src/main.js', head: 1, tail: 1 },
    ],
    read_media_file: [{ path: 'logo.png' }, { path: 'src' }],
    read_multiple_files: [{ paths: ['package.json', 'src/mian.js'] }, { paths: [] }],
    write_file: [
      { path: 'notes/today.md', content: 'Nothing yet.\n' },
      { path: '/etc/today.md', content: '' },
    ],
    edit_file: [
      { path: 'src/main.js', edits: [{ oldText: 'let count', newText: 'const count' }] },
      { path: 'src/main.js', edits: [{ oldText: 'console.log( count', newText: 'console.log(numbers' }] },
    ],
    create_directory: [{ path: 'docs' }, { path: 'src/main.js' }],
    list_directory: [{ path: '.' }, { path: 'lib' }],
    list_directory_with_sizes: [{ path: 'src' }, { path: 'lib' }],
    directory_tree: [{ path: 'src' }, { path: 'lib' }],
    move_file: [
      { source: 'notes/today.md', destination: 'notes/yesterday.md' },
      { source: 'package.json', destination: 'src/main.js' },
    ],
    search_files: [
      { path: '.', pattern: '**/*.js' },
      { path: 'lib', pattern: '*' },
    ],
    get_file_info: [{ path: 'package.json' }, { path: 'src/mian.js' }],
    list_allowed_directories: [{}, 'all'],
  }),
  budgeted: () => ({
    read_code: [{ file_path: 'src/main.js', max_lines: 2, metadata_level: 'minimal' }, { file_path: 'src/mian.js' }],
    write_code: [
      { file_path: 'src/main.js', start_line: 3, end_line: 3, replacement: '// Prints a total.' },
      { file_path: 'src/main.js', start_line: 3, end_line: 3, replacement: '', preconditions: { total_lines: 9 } },
    ],
    search_code: [{ pattern: 'sum\\(', metadata_level: 'minimal' }, { pattern: 'sum(' }],
    find_files: [
      { pattern: '**/*.js', max_lines: 1, metadata_level: 'minimal' },
      { pattern: '*', path: 'lib' },
    ],
  }),
};
