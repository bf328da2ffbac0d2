import type { Examples } from '../dialect.ts';

export const examples = {
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
} satisfies Examples;
