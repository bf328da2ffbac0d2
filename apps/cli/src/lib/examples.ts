import type { DialectName } from '@dragoman/dialects';

type Examples = Readonly<Record<string, readonly [string, string]>>;

const inClaudeCode = (rest: string): string => `dragoman --dialect claude-code ${rest}`;
const inGemini = (rest: string): string => `dragoman --dialect gemini ${rest}`;
const inBudgeted = (rest: string): string => `dragoman --dialect budgeted ${rest}`;

/** Two uses of every tool, for a POSIX shell; a test runs each of them. */
export const EXAMPLES: Readonly<Record<DialectName, Examples>> = {
  editor: {
    view: ['dragoman view src/index.ts --view_range 1,40', 'ls src | dragoman view src/index.ts -'],
    str_replace: [
      `dragoman str_replace src/index.ts 'let count' 'const count'`,
      'dragoman str_replace src/index.ts --old_str oldName --new_str newName --replace_all --dry-run',
    ],
    create_file: [`dragoman create_file notes/today.md 'Nothing yet.'`, 'date | dragoman create_file notes/date.txt -'],
    glob: [`dragoman glob '**/*.ts'`, `dragoman glob '*' src --type directory`],
    grep: [
      'dragoman grep oldName --output_mode content --context 2',
      `dragoman grep 'export (const|let)' src --include '*.ts' --head_limit 20`,
    ],
    bash: [`dragoman --shell unrestricted bash 'ls -l'`, 'dragoman --shell unrestricted bash - < build.sh'],
    task_output: [
      'dragoman --shell unrestricted task_output task_1',
      `dragoman --shell unrestricted call task_output '{"task_id": "task_1"}'`,
    ],
  },
  'claude-code': {
    Read: [inClaudeCode('Read src/index.ts'), inClaudeCode('Read src/index.ts --offset 10 --limit 20')],
    Write: [
      inClaudeCode(`Write notes/today.md 'Nothing yet.'`),
      inClaudeCode('--require-read never Write src/index.ts @build.sh'),
    ],
    Edit: [
      inClaudeCode(`--require-read never Edit src/index.ts 'let count' 'const count'`),
      inClaudeCode('--require-read never Edit src/index.ts oldName newName --replace_all'),
    ],
    Glob: [inClaudeCode(`Glob '**/*.ts'`), inClaudeCode(`Glob '*.ts' src`)],
    Grep: [
      inClaudeCode('Grep oldName --output_mode content -C 2'),
      inClaudeCode(`Grep 'export (const|let)' src --glob '*.ts' -i`),
    ],
    Bash: [
      inClaudeCode(`--shell unrestricted Bash 'ls -l'`),
      inClaudeCode('--shell unrestricted Bash - --timeout 60000 < build.sh'),
    ],
    TaskOutput: [
      inClaudeCode('--shell unrestricted TaskOutput task_1'),
      inClaudeCode(`--shell unrestricted call TaskOutput '{"task_id": "task_1"}'`),
    ],
  },
  gemini: {
    list_directory: [
      inGemini('list_directory src'),
      inGemini(`list_directory . --ignore '*.sh,notes' --no-respect_git_ignore`),
    ],
    read_file: [inGemini('read_file src/index.ts'), inGemini('read_file src/index.ts --offset 10 --limit 20')],
    write_file: [
      inGemini(`write_file notes/today.md 'Nothing yet.'`),
      inGemini('write_file notes/copy.ts --content @src/index.ts'),
    ],
    replace: [
      inGemini(`replace src/index.ts --old_string 'let count' --new_string 'const count'`),
      inGemini('replace src/index.ts oldName newName --expected_replacements 2'),
    ],
    glob: [inGemini(`glob '**/*.ts'`), inGemini(`glob '[a-z]*.ts' src --case_sensitive`)],
    search_file_content: [
      inGemini('search_file_content oldName'),
      inGemini(`search_file_content 'export (const|let)' src --include '*.ts'`),
    ],
    run_shell_command: [
      inGemini(`--shell unrestricted run_shell_command 'ls -l'`),
      inGemini(`--shell unrestricted run_shell_command 'ls -l' --directory src`),
    ],
  },
  budgeted: {
    read_code: [
      inBudgeted('read_code src/index.ts --max_tokens 2000'),
      inBudgeted('read_code src/index.ts --start_line 10 --end_line 20 --metadata_level minimal'),
    ],
    write_code: [
      inBudgeted('write_code src/index.ts --start_line 1 --end_line 1 --replacement "// First line"'),
      inBudgeted(
        `write_code src/index.ts --start_line 2 --end_line 2 --replacement '' --preconditions '{"total_lines": 30}'`,
      ),
    ],
    search_code: [
      inBudgeted('search_code oldName --max_lines 20'),
      inBudgeted(`search_code 'export (const|let)' src --glob '*.ts'`),
    ],
    find_files: [inBudgeted(`find_files '**/*.ts'`), inBudgeted(`find_files '*.ts' src --max_lines 20`)],
  },
};
