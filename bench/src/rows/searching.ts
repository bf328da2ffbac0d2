import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { rgPath } from '@vscode/ripgrep';
import { sourceTree } from '../inputs.ts';
import type { Scenario, Scope } from '../measure/scenario.ts';
import { COMMAND_LINE } from '../paths.ts';
import { callTool, OFFICIAL_SERVER, startDragoman, startOfficial } from '../servers/stdio-servers.ts';
import { between, programWork, toolWork, type WorkOpener } from './work.ts';

/** Flags with which ripgrep searches the files that the tools search. */
const FLAGS = ['--no-config', '--no-require-git', '--hidden', '--glob=!.git', '--glob=!node_modules'];
const ripgrep =
  (files: number, ...args: string[]): WorkOpener =>
  () =>
    programWork(rgPath, [...FLAGS, ...args], sourceTree(files));

function sortedLines(output: string): string {
  return output.trimEnd().split('\n').sort().join('\n');
}

const SMALL_TREE = 2_900;
const WORD = { pattern: 'needle', output_mode: 'content' };

const namesBy =
  (start: typeof startDragoman, ...options: string[]): WorkOpener =>
  (scope) => {
    const path = sourceTree(SMALL_TREE);
    return toolWork(scope, start(path, options), ['search_files', { path, pattern: '**/*.md' }]);
  };

const LARGE_TREE = 100_000;
/** Text of one file. */
const RARE = 'needle = 20020;';
/** A search that no index helps; after two slow ones, the index is opened. */
const SLOW = { pattern: '\\d{9}' };

const indexed: WorkOpener = async (scope) => {
  const tree = sourceTree(LARGE_TREE);
  const index = join(scope.directory, 'index');
  execFileSync(process.execPath, [COMMAND_LINE, 'index', 'build', tree, '--index', index], { stdio: 'ignore' });
  const server = scope.use(await startDragoman(tree, ['--index', index]));
  for (let search = 0; search < 2; search++) await callTool(server, 'grep', SLOW);
  return () => callTool(server, 'grep', { pattern: RARE, output_mode: 'files_with_matches' });
};

const ICONS = 4_448;
const LINKS = 13_494;

/** Makes a theme of icons, three in four of them links to another. */
function makeIcons({ directory }: Scope): string {
  const root = join(directory, 'icons');
  for (let icon = 0; icon < ICONS + LINKS; icon++) {
    const group = join(root, `group-${icon % 40}`);
    if (icon < 40) mkdirSync(group, { recursive: true });
    const path = join(group, `icon-${icon}.svg`);
    if (icon >= ICONS) symlinkSync(join('..', `group-${(icon % ICONS) % 40}`, `icon-${icon % ICONS}.svg`), path);
    else writeFileSync(path, '<svg xmlns="http://www.w3.org/2000/svg"/>\n');
    if (icon < ICONS) utimesSync(path, icon, icon);
  }
  return root;
}

/** Lists the icons by a plain walk that looks at each, newest first. */
function walkIcons(root: string): string[] {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.svg'));
  const times = new Map(paths.map((path) => [join(root, path), statSync(join(root, path)).mtimeMs]));
  return [...times.keys()].sort((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0));
}

const walked: WorkOpener = (scope) => {
  const root = makeIcons(scope);
  return () => walkIcons(root).join('\n');
};

const globbed: WorkOpener = (scope) => {
  makeIcons(scope);
  const server = startDragoman(scope.directory, ['--dialect', 'claude-code']);
  return toolWork(scope, server, ['Glob', { pattern: '**/*.svg' }]);
};

/** Reads the newest icon's number: it and the links to it are of one age. */
const newestIcon = (output: string): string => `${Number(/icon-(\d+)/.exec(output)?.[1]) % ICONS}`;

export const searching: readonly Scenario[] = [
  {
    ...{ name: 'find a word in 2,900 files', against: 'ripgrep', targets: { time: 1.25 }, rounds: 21, warmUps: 30 },
    ...between({
      reference: ripgrep(SMALL_TREE, '--line-number', '--with-filename', '--no-heading', `--regexp=${WORD.pattern}`),
      subject: (scope) => {
        const server = startDragoman(sourceTree(SMALL_TREE), ['--max-response-size', '16MB']);
        return toolWork(scope, server, ['grep', WORD]);
      },
      ...{ outcome: sortedLines, times: 5 },
    }),
  },
  {
    ...{ name: 'find files by name among 2,900', against: OFFICIAL_SERVER, targets: { time: 0.15 }, rounds: 11 },
    ...between({
      ...{ reference: namesBy(startOfficial), subject: namesBy(startDragoman, '--dialect', 'filesystem') },
      outcome: sortedLines,
    }),
  },
  {
    ...{ name: 'find a rare word in 100,000 files, with an index', against: 'ripgrep', targets: { time: 0.7 } },
    ...between({
      reference: ripgrep(LARGE_TREE, '--files-with-matches', `--regexp=${RARE}`),
      ...{ subject: indexed, outcome: sortedLines },
    }),
    rounds: 9,
  },
  {
    ...{ name: 'find 17,942 icons, of which 13,494 are links', against: 'a plain walk with `stat` and a sort' },
    ...{ targets: { time: null }, rounds: 5 },
    ...between({ reference: walked, subject: globbed, outcome: newestIcon }),
  },
];
