import type { Examples } from '../dialect.ts';

export const examples = {
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
} satisfies Examples;
