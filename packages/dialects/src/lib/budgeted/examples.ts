import type { Examples } from '../dialect.ts';

export const examples = {
  read_code: ['src/index.ts --max_tokens 2000', 'src/index.ts --start_line 10 --end_line 20 --metadata_level minimal'],
  write_code: [
    'src/index.ts --start_line 1 --end_line 1 --replacement "// First line"',
    `src/index.ts --start_line 2 --end_line 2 --replacement '' --preconditions '{"total_lines": 30}'`,
  ],
  search_code: ['oldName --max_lines 20', `'export (const|let)' src --glob '*.ts'`],
  find_files: [`'**/*.ts'`, `'*.ts' src --max_lines 20`],
} satisfies Examples;
