import type { Examples } from '../dialect.ts';

export const examples = {
  read_file: ['src/index.ts', 'src/index.ts --start_line 10 --end_line 30'],
  write_file: [`notes/today.md 'Nothing yet.'`, 'notes/copy.ts --content @src/index.ts'],
  replace: [
    `src/index.ts --old_string 'let count' --new_string 'const count'`,
    'src/index.ts --old_string oldName --new_string newName --allow_multiple',
  ],
  grep_search: ['oldName', `'export (const|let)' src --include_pattern '*.ts' --context 2`],
  glob: [`'**/*.ts'`, `'[a-z]*.ts' src --case_sensitive`],
  list_directory: ['src', `. --ignore '*.sh,notes'`],
  run_shell_command: [
    `dragoman --shell unrestricted run_shell_command 'ls -l'`,
    `dragoman --shell unrestricted run_shell_command 'ls -l' --dir_path src`,
  ],
  list_background_processes: [
    'dragoman --shell unrestricted list_background_processes',
    'dragoman --shell sandboxed list_background_processes',
  ],
  read_background_output: [
    'dragoman --shell unrestricted read_background_output --pid 4711',
    'dragoman --shell unrestricted read_background_output --pid 4711 --lines 20',
  ],
} satisfies Examples;
