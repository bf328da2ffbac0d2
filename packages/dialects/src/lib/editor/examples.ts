import type { Examples } from '../dialect.ts';

export const examples = {
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
} satisfies Examples;
