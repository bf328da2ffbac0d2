import type { Examples } from '../dialect.ts';

export const examples = {
  str_replace_based_edit_tool: [
    'view src/index.ts --view_range 1,20',
    `str_replace src/index.ts --old_str 'let count' --new_str 'const count'`,
  ],
  memory: [
    'dragoman --memory-dir notes memory view /memories',
    `dragoman --memory-dir notes memory create /memories/today.md --file_text 'Nothing yet.'`,
  ],
  bash: [`dragoman --shell unrestricted bash 'ls -l'`, 'dragoman --shell unrestricted bash - < build.sh'],
} satisfies Examples;
