import { spawnSync } from 'node:child_process';
import { cpSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { expect, it } from 'vitest';
import { table } from './table.ts';

const packages = join(import.meta.dirname, '../../../packages');

/** The packages of this repository, and what git ignores in such a tree. */
const files = table(
  {
    'ROOT/.git/info/exclude': '*.local\n',
    'ROOT/.gitignore': '/out/\n*.log\n!kept.log\n**/generated/*\n!**/generated/kept.ts\n',
    'ROOT/out/a.ts': 'export const function import\n',
    'ROOT/a.log': 'export const function import\n',
    'ROOT/kept.log': 'export const function import\n',
    'ROOT/b.local': 'export const function import\n',
    'ROOT/.hidden/.gitignore': 'deep.ts\n',
    'ROOT/.hidden/deep.ts': 'export const function import\n',
    'ROOT/.hidden/shown.ts': 'export const function import\r\n\r\n  123 é ÉTÉ the the\r\n',
    'ROOT/generated/gone.ts': 'export const function import\n',
    'ROOT/generated/kept.ts': 'export const function import\n',
    'ROOT/node_modules/x/index.ts': 'export const function import\n',
  },
  {
    prepare(root) {
      for (const name of ['search', 'shell', 'formatters']) {
        const isOurs = (path: string) => !['node_modules', 'dist'].includes(basename(path));
        cpSync(join(packages, name), join(root, name), { recursive: true, filter: isOurs });
      }
      // Some as old as others, so that ties are broken by path.
      for (const path of ripgrep(root, ['--files'])) utimesSync(join(root, path), path.length, path.length);
      writeFileSync(join(root, 'utf16.txt'), Buffer.from('\ufeffimport é from 456\n', 'utf16le'));
    },
  },
);

/** Output of ripgrep for the tree, by git's ignore files and no others. */
function ripgrep(root: string, args: readonly string[]): string[] {
  const general = ['--no-config', '--no-ignore-global', '--no-ignore-dot', '--no-ignore-parent', '--no-heading'];
  const { stdout } = spawnSync(rgPath, [...general, '--hidden', ...args, '--', '.'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return stdout
    .split('\n')
    .map((line) => line.replace(/^\.\//, ''))
    .filter((line) => line !== '' && !/(?:^|\/)(?:\.git|node_modules)\//.test(line));
}

/** The files that fit a glob, ignored ones too: given one, ripgrep heeds no ignore file. */
function fitting(root: string, glob: string): ReadonlySet<string> {
  return new Set(ripgrep(root, ['--files', '--no-ignore', `--iglob=${glob}`]));
}

const byCodeUnits = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const keyOf = (path: string) => path.replaceAll('/', '\0');

it.each([
  ['function', undefined],
  ['import .* from', undefined],
  ['^export (?:async )?function\\s+\\w+\\(', '*.ts'],
  ['\\b(?:todo|why|the)\\b', '*.{md,json}'],
  ['\\d{3,}', 'search/**'],
  ['[a-z]+_[a-z_]+', 'src'],
  ['é|ß', undefined],
  ['^\\s*$', '*.log'],
  ['=> \\{$', '**/test/*.ts'],
  ['(?<=export )const (?!\\w+ = \\()', undefined],
  [' ([a-z]+) \\1 ', undefined],
])('finds with search_file_content what ripgrep finds with %j in %j', async (pattern, include) => {
  const root = files.tree.path('ROOT');
  const fit = fitting(root, include ?? '*');
  const args = ['--line-number', '--ignore-case', '--crlf', '--null', '--engine=auto', `--regexp=${pattern}`];
  const blocks = new Map<string, string[]>();
  for (const line of ripgrep(root, args)) {
    const [path = '', rest = ''] = line.split('\0');
    if (!fit.has(path)) continue;
    const [, number, text = ''] = /^(\d+):(.*)$/s.exec(rest) ?? [];
    blocks.set(path, [...(blocks.get(path) ?? []), `L${number}: ${text.trim()}`]);
  }
  const found = [...blocks].sort(([one], [other]) => byCodeUnits(keyOf(one), keyOf(other)));
  const count = found.reduce((sum, [, lines]) => sum + lines.length, 0);
  const filter = include === undefined ? '' : ` (filter: "${include}")`;
  const place = `for pattern "${pattern}" in path "."${filter}`;
  const text = found.map(([path, lines]) => `File: ${path}\n${lines.join('\n')}\n---`).join('\n');
  expect(await files.answer('search_file_content', { pattern, ...(include !== undefined && { include }) })).toEqual({
    text: count === 0 ? `No matches found ${place}.` : `Found ${count} matches ${place}:\n---\n${text}`,
    isError: false,
  });
});

it.each([
  '**/*.ts',
  '*',
  '**/*',
  'search/src/**/*.test.ts',
  '**/[a-c]*.TS',
  '**/*.{md,json}',
  '**/*-{file,files}.ts',
  '*/src/lib/*/index.ts',
  '.hidden/*',
  'no/such/*',
])('finds with glob what ripgrep lists with %j, newest first', async (pattern) => {
  const root = files.tree.path('ROOT');
  const fit = fitting(root, `/${pattern}`);
  const shown = ripgrep(root, ['--files']).filter((path) => fit.has(path));
  const ignored = fit.size - shown.length;
  const timeOf = (path: string) => statSync(join(root, path)).mtimeMs;
  shown.sort((one, other) => timeOf(other) - timeOf(one) || byCodeUnits(one, other));
  const lines = shown.map((path) => `ROOT/${path}`);
  const notes = ignored > 0 ? ` (${ignored} additional files were git-ignored)` : '';
  const heading = `Found ${shown.length} file(s) matching "${pattern}" within ROOT${notes}, sorted by modification time (newest first):`;
  expect(await files.answer('glob', { pattern })).toEqual({
    text:
      shown.length > 0 ? [heading, ...lines].join('\n') : `No files found matching pattern "${pattern}" within ROOT.`,
    isError: false,
  });
});
