import { closeSync, openSync, readSync } from 'node:fs';
import { rgPath } from '@vscode/ripgrep';
import type { GrowthPlan } from './growth.ts';
import { makeLines, makeTree, sourceText } from './inputs.ts';
import type { Sampler, Scope, Side } from './scenario.ts';
import { callTool, startDragoman } from './servers.ts';
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
    return timed(() => callTool(server, 'view', { path, view_range: [first, first + 9] }), 10);
  };
}

function sedAtTheEnd(size: number): Side {
  return (scope) => {
    const path = makeLines(scope, 'lines', size);
    const last = countLines(path);
    return timedProcess('sed', ['-n', `${Math.max(1, last - 9)},${last}p;${last}q`, path]);
  };
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
  return timed(() => callTool(server, 'create_file', { path: 'written', content }));
}

async function edited(scope: Scope, size: number): Promise<Sampler> {
  const server = await startDragoman(scope);
  await callTool(server, 'create_file', { path: 'edited', content: `${sourceText(size)}\nlast word\n` });
  const words = ['last word', 'word at last'] as const;
  return timed((run) => {
    const [old_str, new_str] = run % 2 === 0 ? words : words.toReversed();
    return callTool(server, 'str_replace', { path: 'edited', old_str, new_str });
  });
}

function searched(files: number, tool: string, args: Record<string, unknown>): Side {
  return async (scope) => {
    const server = await startDragoman(scope);
    const path = makeTree(scope, files);
    return timed(() => callTool(server, tool, { ...args, path }));
  };
}

function ripgrep(files: number, args: readonly string[]): Side {
  return (scope) => timedProcess(rgPath, ['--no-config', ...args, makeTree(scope, files)]);
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
      { name: 'grep', side: (files) => searched(files, 'grep', { pattern: 'needle' }) },
      { name: 'rg -l', side: (files) => ripgrep(files, ['-l', 'needle']) },
      { name: 'glob, newest first', side: (files) => searched(files, 'glob', { pattern: '**/*.ts' }) },
      { name: 'rg --files -g', side: (files) => ripgrep(files, ['--files', '-g', '*.ts']) },
    ],
  },
];
