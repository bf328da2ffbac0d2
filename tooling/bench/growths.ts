import { deepEqual, equal, ok } from 'node:assert/strict';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import type { GrowthPlan } from './growth.ts';
import { makeLines, makeTree, sourceText } from './inputs.ts';
import { findProgram, outputOf } from './programs.ts';
import type { Sampler, Scope, Side } from './scenario.ts';
import { callTool, startDragoman } from './servers.ts';
import { shownText } from './shown-text.ts';
import { timed, timedProcess } from './timed.ts';

const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;

/** Ten lines at a place in a file, from 0 (start) to 1 (end), of which the server knows from before where lines begin. */
function tenLinesAt(share: number): (size: number) => Side {
  return (size) => async (scope) => {
    const server = await startDragoman(scope);
    const path = makeLines(scope, 'lines', size);
    const first = Math.max(1, Math.floor(countLines(path) * share) - 9);
    const view = () => callTool(server, 'view', { path, view_range: [first, first + 9] });
    equal(shownText(await view()), outputOf('sed', ['-n', sedScript(first, first + 9), path]).trimEnd());
    return timed(view, 10);
  };
}

function sedAtTheEnd(size: number): Side {
  return (scope) => {
    const path = makeLines(scope, 'lines', size);
    const last = countLines(path);
    return timedProcess('sed', ['-n', sedScript(Math.max(1, last - 9), last), path]);
  };
}

function sedScript(first: number, last: number): string {
  return `${first},${last}p;${last}q`;
}

function countLines(path: string): number {
  const chunk = Buffer.alloc(MB);
  const fd = openSync(path, 'r');
  try {
    let lines = 0;
    for (let read = readSync(fd, chunk); read > 0; read = readSync(fd, chunk)) {
      for (let at = chunk.indexOf(0x0a); at !== -1 && at < read; at = chunk.indexOf(0x0a, at + 1)) lines++;
    }
    return lines;
  } finally {
    closeSync(fd);
  }
}

async function created(scope: Scope, size: number): Promise<Sampler> {
  const server = await startDragoman(scope);
  const content = sourceText(size);
  const write = () => callTool(server, 'create_file', { path: 'written', content });
  await write();
  ok(contentOf(scope, 'written') === content, 'create_file wrote something else');
  return timed(write);
}

async function edited(scope: Scope, size: number): Promise<Sampler> {
  const server = await startDragoman(scope);
  const rest = sourceText(size);
  const [one, other] = ['last word', 'word at last'] as const;
  await callTool(server, 'create_file', { path: 'edited', content: `${rest}\n${one}\n` });
  const edit = (old_str: string, new_str: string) =>
    callTool(server, 'str_replace', { path: 'edited', old_str, new_str });
  await edit(one, other);
  ok(contentOf(scope, 'edited') === `${rest}\n${other}\n`, 'str_replace left something else');
  return timed((run) => (run % 2 === 0 ? edit(other, one) : edit(one, other)));
}

function contentOf({ directory }: Scope, name: string): string {
  return readFileSync(join(directory, name), 'utf8');
}

/** A search that shows what ripgrep finds, or a thousand of it. */
function searched(files: number, tool: 'grep' | 'glob', { pattern, as }: Search): Side {
  return async (scope) => {
    const directory = makeTree(scope, files);
    const server = await startDragoman({ ...scope, directory });
    const search = () => callTool(server, tool, { pattern });
    const found = new Set(linesOf(outputOf(rgPath, ['--no-config', ...as, directory])));
    const shown = linesOf(await search()).map((line) => join(directory, line));
    equal(new Set(shown.filter((line) => found.has(line))).size, Math.min(found.size, 1000));
    return timed(search);
  };
}

interface Search {
  readonly pattern: string;
  /** The arguments with which ripgrep finds the same. */
  readonly as: readonly string[];
}

const WORD: Search = { pattern: 'needle', as: ['-l', 'needle'] };
const NAMES: Search = { pattern: '**/*.ts', as: ['--files', '-g', '*.ts'] };

function ripgrep(files: number, { as }: Search): Side {
  return (scope) => timedProcess(rgPath, ['--no-config', ...as, makeTree(scope, files)]);
}

function linesOf(output: string): string[] {
  return output.trimEnd().split('\n').toSorted();
}

/** Not everybody has it. */
const fd = findProgram('fd', 'fdfind');

function byFd(command: string, files: number): Side {
  return (scope) => {
    const tree = makeTree(scope, files);
    const args = ['--type=f', '--extension=ts', '.', tree];
    deepEqual(linesOf(outputOf(command, args)), linesOf(outputOf(rgPath, ['--no-config', ...NAMES.as, tree])));
    return timedProcess(command, args);
  };
}

export const GROWTHS: readonly GrowthPlan[] = [
  {
    title: 'Ten lines of a file that was read before',
    id: 'growth-ten-lines',
    of: 'bytes',
    unit: 'ms',
    sizes: [KB, 32 * KB, MB, 32 * MB, GB],
    rounds: 11,
    lines: [
      { name: 'start', side: tenLinesAt(0) },
      { name: 'middle', side: tenLinesAt(0.5) },
      { name: 'end', side: tenLinesAt(1) },
      { name: 'end, by sed -n', side: sedAtTheEnd },
    ],
  },
  {
    title: 'Writes and edits, with fsync',
    id: 'growth-writes',
    of: 'bytes',
    unit: 'ms',
    sizes: [KB, 32 * KB, MB, 8 * MB],
    rounds: 11,
    lines: [
      { name: 'create_file', side: (size) => (scope) => created(scope, size) },
      { name: 'str_replace', side: (size) => (scope) => edited(scope, size) },
    ],
  },
  {
    title: 'Searching a tree',
    id: 'growth-search',
    of: 'files',
    unit: 'ms',
    sizes: [1_000, 10_000, 100_000],
    rounds: 7,
    lines: [
      { name: 'grep', side: (files) => searched(files, 'grep', WORD) },
      { name: 'rg -l', side: (files) => ripgrep(files, WORD) },
      { name: 'glob, newest first', side: (files) => searched(files, 'glob', NAMES) },
      { name: 'rg --files -g', side: (files) => ripgrep(files, NAMES) },
      ...(fd === undefined ? [] : [{ name: 'fd', side: (files: number) => byFd(fd, files) }]),
    ],
  },
];
