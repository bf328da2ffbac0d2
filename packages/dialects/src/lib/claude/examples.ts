import type { Examples } from '../dialect.ts';

export const examples = {
  Read: ['src/index.ts', 'src/index.ts --offset 10 --limit 20'],
  NotebookEdit: [
    'analysis.ipynb --cell_id cell-0 --new_source "import math"',
    "analysis.ipynb --cell_id a1b2c3d4 --edit_mode delete --new_source ''",
  ],
  Write: [`notes/today.md 'Nothing yet.'`, 'src/build.sh @build.sh'],
  Edit: [`src/index.ts 'let count' 'const count'`, 'src/index.ts oldName newName --replace_all'],
  Grep: ['oldName --output_mode content -C 2', `'export (const|let)' src --glob '*.ts' -i`],
  Glob: [`'**/*.ts'`, `'*.ts' src`],
  Bash: [
    `dragoman --shell unrestricted Bash 'ls -l'`,
    'dragoman --shell unrestricted Bash - --timeout 60000 < build.sh',
  ],
  TaskStop: [
    'dragoman --shell unrestricted TaskStop 0a1b2c3d',
    `dragoman --shell unrestricted call TaskStop '{"task_id": "0a1b2c3d"}'`,
  ],
} satisfies Examples;
