import { rgPath } from '@vscode/ripgrep';
import type { Scope } from './scenario.ts';
import { FLAGS } from './search.ts';
import { sourceTree } from './source-trees.ts';
import type { Task } from './tasks.ts';
import { dragoman, official, program } from './ways.ts';

const FILES = 2_900;
const PATTERN = 'needle';
const GLOB = '**/*.ts';

const matches: Task = {
  title: `Search ${FILES.toLocaleString('en')} files for a word`,
  directory: () => sourceTree(FILES),
  ways: [
    ...program('rg', {
      names: [rgPath],
      args: ({ directory }) => [...FLAGS, '--line-number', '--no-heading', '--with-filename', PATTERN, directory],
      outcome: linesFound,
    }),
    dragoman('editor', 'grep', {
      args: () => ({ pattern: PATTERN, output_mode: 'content' }),
      outcome: linesFound,
    }),
    dragoman('claude-code', 'Grep', {
      args: () => ({ pattern: PATTERN, output_mode: 'content', '-n': true, head_limit: 0 }),
      outcome: linesFound,
    }),
    dragoman('gemini', 'search_file_content', { args: () => ({ pattern: PATTERN }), outcome: listedUnderFiles }),
    dragoman('budgeted', 'search_code', {
      args: () => ({ pattern: PATTERN }),
      outcome: (answer) =>
        inOrder(
          (JSON.parse(answer) as Matches).matches.map(({ file_path, line, text }) => `${file_path}:${line}:${text}`),
        ),
    }),
  ],
};

const files: Task = {
  title: `Find files by name among ${FILES.toLocaleString('en')}`,
  directory: () => sourceTree(FILES),
  ways: [
    ...program('rg --files', {
      names: [rgPath],
      args: ({ directory }) => [...FLAGS, '--files', `--glob=${GLOB}`, directory],
      outcome: filesFound,
    }),
    ...program('fd', {
      names: ['fd', 'fdfind'],
      args: ({ directory }) => [
        '--type=f',
        '--hidden',
        '--exclude=.git',
        '--exclude=node_modules',
        '--extension=ts',
        '.',
        directory,
      ],
      outcome: filesFound,
    }),
    official('search_files', { args: ({ directory }) => ({ path: directory, pattern: GLOB }), outcome: filesFound }),
    dragoman('editor', 'glob', { args: () => ({ pattern: GLOB }), outcome: filesFound }),
    dragoman('claude-code', 'Glob', { args: () => ({ pattern: GLOB }), outcome: filesFound }),
    dragoman('gemini', 'glob', { args: () => ({ pattern: GLOB }), outcome: filesFound }),
    dragoman('budgeted', 'find_files', {
      args: () => ({ pattern: GLOB }),
      outcome: (answer) => inOrder((JSON.parse(answer) as Files).files.map(({ file_path }) => file_path)),
    }),
  ],
};

export const searchingTasks: readonly Task[] = [matches, files];

interface Matches {
  readonly matches: readonly { readonly file_path: string; readonly line: number; readonly text: string }[];
}

interface Files {
  readonly files: readonly { readonly file_path: string }[];
}

/** Lines as ripgrep writes them, `path:line:text`. */
function linesFound(answer: string, scope: Scope): string {
  return inOrder(relativeLines(answer, scope).filter((line) => line.includes(PATTERN)));
}

/** Lines `L<line>: <text>` under a line `File: <path>`. */
function listedUnderFiles(answer: string): string {
  const found: string[] = [];
  let path = '';
  for (const line of answer.split('\n')) {
    const [, file] = /^File: (.*)$/.exec(line) ?? [];
    const [, number, text] = /^L(\d+): (.*)$/.exec(line) ?? [];
    if (file !== undefined) path = file;
    if (number !== undefined) found.push(`${path}:${number}:${text}`);
  }
  return inOrder(found);
}

/** One path a line, absolute or relative, among lines that are none. */
function filesFound(answer: string, scope: Scope): string {
  return inOrder(relativeLines(answer, scope).filter((line) => line.endsWith('.ts')));
}

function relativeLines(answer: string, { directory }: Scope): string[] {
  return answer.split('\n').map((line) => line.replace(`${directory}/`, ''));
}

function inOrder(lines: readonly string[]): string {
  return lines.toSorted().join('\n');
}
