import type { Examples } from '../dialect.ts';

export const examples = {
  bash: [`dragoman --shell unrestricted bash 'ls -l'`, 'dragoman --shell unrestricted bash - < build.sh'],
  read: ['src/index.ts', 'src/index.ts --view_range 1,40'],
  write: [`notes/today.md 'Nothing yet.'`, 'notes/copy.ts --content @src/index.ts'],
  edit: [`src/index.ts 'let count' 'const count'`, 'src/index.ts oldName newName --replace_all'],
  glob: [`'**/*.ts'`, `'*.ts' src`],
  grep: ['oldName', `'export (const|let)' src`],
} satisfies Examples;
