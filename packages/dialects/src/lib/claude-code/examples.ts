import type { Examples } from '../dialect.ts';

export const examples = {
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
} satisfies Examples;
