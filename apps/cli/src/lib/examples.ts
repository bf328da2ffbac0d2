import type { DialectName } from '@dragoman/dialects';

/** Two uses of a tool, for a POSIX shell; a test runs each of them. */
export function examplesOf(dialect: DialectName, tool: string): readonly string[] {
  const program = dialect === 'editor' ? 'dragoman' : `dragoman --dialect ${dialect}`;
  const whole = (example: string) => (/\bdragoman\b/.test(example) ? example : `dragoman ${tool} ${example}`);
  return (EXAMPLES[dialect][tool] ?? []).map((example) => whole(example).replace(/\bdragoman\b/, program));
}

// What does not name the program follows the tool's name.
const EXAMPLES: Readonly<Record<DialectName, Readonly<Record<string, readonly [string, string]>>>> = {
  editor: {
    view: ['src/index.ts --view_range 1,40', 'ls src | dragoman view src/index.ts -'],
    str_replace: [
      `src/index.ts 'let count' 'const count'`,
      'src/index.ts --old_str oldName --new_str newName --replace_all --dry-run',
    ],
    create_file: [`notes/today.md 'Nothing yet.'`, 'date | dragoman create_file notes/date.txt -'],
    glob: [`'**/*.ts'`, `'*' src --type directory`],
    grep: ['oldName --output_mode content --context 2', `'export (const|let)' src --include '*.ts' --head_limit 20`],
    bash: [`dragoman --shell unrestricted bash 'ls -l'`, 'dragoman --shell unrestricted bash - < build.sh'],
    task_output: [
      'dragoman --shell unrestricted task_output task_1',
      `dragoman --shell unrestricted call task_output '{"task_id": "task_1"}'`,
    ],
  },
  'claude-code': {
    Read: ['src/index.ts', 'src/index.ts --offset 10 --limit 20'],
    Write: [`notes/today.md 'Nothing yet.'`, 'dragoman --require-read never Write src/index.ts @build.sh'],
    Edit: [
      `dragoman --require-read never Edit src/index.ts 'let count' 'const count'`,
      'dragoman --require-read never Edit src/index.ts oldName newName --replace_all',
    ],
    Glob: [`'**/*.ts'`, `'*.ts' src`],
    Grep: ['oldName --output_mode content -C 2', `'export (const|let)' src --glob '*.ts' -i`],
    Bash: [
      `dragoman --shell unrestricted Bash 'ls -l'`,
      'dragoman --shell unrestricted Bash - --timeout 60000 < build.sh',
    ],
    TaskOutput: [
      'dragoman --shell unrestricted TaskOutput task_1',
      `dragoman --shell unrestricted call TaskOutput '{"task_id": "task_1"}'`,
    ],
  },
  gemini: {
    list_directory: ['src', `. --ignore '*.sh,notes' --no-respect_git_ignore`],
    read_file: ['src/index.ts', 'src/index.ts --offset 10 --limit 20'],
    write_file: [`notes/today.md 'Nothing yet.'`, 'notes/copy.ts --content @src/index.ts'],
    replace: [
      `src/index.ts --old_string 'let count' --new_string 'const count'`,
      'src/index.ts oldName newName --expected_replacements 2',
    ],
    glob: [`'**/*.ts'`, `'[a-z]*.ts' src --case_sensitive`],
    search_file_content: ['oldName', `'export (const|let)' src --include '*.ts'`],
    run_shell_command: [
      `dragoman --shell unrestricted run_shell_command 'ls -l'`,
      `dragoman --shell unrestricted run_shell_command 'ls -l' --directory src`,
    ],
  },
  codex: {
    apply_patch: [
      "printf '%s\\n' '*** Begin Patch' '*** Add File: notes/today.md' '+Nothing yet.' '*** End Patch' | dragoman apply_patch -",
      'dragoman apply_patch - --dry-run < change.patch',
    ],
    read_file: ['src/index.ts', 'src/index.ts --offset 10 --limit 20'],
    list_dir: ['src', '. --depth 1'],
    grep_files: ['oldName', `'export (const|let)' --include '*.ts' --limit 5`],
    exec_command: [
      `dragoman --shell unrestricted exec_command 'ls -l'`,
      `dragoman --shell unrestricted call exec_command '{"cmd": "ls -l", "workdir": "src"}'`,
    ],
    write_stdin: [
      'dragoman --shell unrestricted write_stdin --session_id 1001',
      `dragoman --shell unrestricted call write_stdin '{"session_id": 1001}'`,
    ],
    view_image: ['logo.png', 'dragoman call view_image \'{"path": "logo.png"}\''],
  },
  filesystem: {
    read_file: ['src/index.ts', 'src/index.ts --head 20'],
    read_text_file: ['src/index.ts', 'src/index.ts --tail 20'],
    read_media_file: ['logo.png', `dragoman call read_media_file '{"path": "logo.png"}'`],
    read_multiple_files: [
      '--paths src/index.ts,src/lib/b.ts',
      `dragoman call read_multiple_files '{"paths": ["src/index.ts"]}'`,
    ],
    write_file: [`notes/today.md 'Nothing yet.'`, 'date | dragoman write_file notes/date.txt -'],
    edit_file: [
      `src/index.ts --edits '[{"oldText": "let count", "newText": "const count"}]'`,
      `src/index.ts --edits '[{"oldText": "let count", "newText": "const count"}]' --dryRun`,
    ],
    create_directory: ['notes', 'notes/2026/november'],
    list_directory: ['src', '.'],
    list_directory_with_sizes: ['src', 'src --sortBy size'],
    directory_tree: ['src', `. --excludePatterns 'node_modules,*.png'`],
    move_file: ['build.sh build.bash', 'src/lib src/library'],
    search_files: [`. '**/*.ts'`, `src '*.ts' --excludePatterns 'b.*'`],
    get_file_info: ['src', 'src/index.ts'],
    list_allowed_directories: ['dragoman list_allowed_directories', 'dragoman list_allowed_directories --json'],
  },
  text_editor: {
    str_replace_based_edit_tool: [
      'view src/index.ts --view_range 1,20',
      `str_replace src/index.ts --old_str 'let count' --new_str 'const count'`,
    ],
    memory: [
      'dragoman --memory-dir notes memory view /memories',
      `dragoman --memory-dir notes memory create /memories/today.md --file_text 'Nothing yet.'`,
    ],
    bash: [`dragoman --shell unrestricted bash 'ls -l'`, 'dragoman --shell unrestricted bash - < build.sh'],
  },
  agent: {
    bash: [`dragoman --shell unrestricted bash 'ls -l'`, 'dragoman --shell unrestricted bash - < build.sh'],
    read: ['src/index.ts', 'src/index.ts --view_range 1,40'],
    write: [`notes/today.md 'Nothing yet.'`, 'notes/copy.ts --content @src/index.ts'],
    edit: [`src/index.ts 'let count' 'const count'`, 'src/index.ts oldName newName --replace_all'],
    glob: [`'**/*.ts'`, `'*.ts' src`],
    grep: ['oldName', `'export (const|let)' src`],
  },
  budgeted: {
    read_code: [
      'src/index.ts --max_tokens 2000',
      'src/index.ts --start_line 10 --end_line 20 --metadata_level minimal',
    ],
    write_code: [
      'src/index.ts --start_line 1 --end_line 1 --replacement "// First line"',
      `src/index.ts --start_line 2 --end_line 2 --replacement '' --preconditions '{"total_lines": 30}'`,
    ],
    search_code: ['oldName --max_lines 20', `'export (const|let)' src --glob '*.ts'`],
    find_files: [`'**/*.ts'`, `'*.ts' src --max_lines 20`],
  },
};
