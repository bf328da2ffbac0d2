import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { cpuTime, cpuTimed, ownTime } from './cpu-time.ts';
import { HAS_PROC } from './peak-memory.ts';
import type { Scenario, Scope, Side } from './scenario.ts';
import { callTool, startDragoman } from './servers.ts';
import { sourceTree, type Tree } from './source-trees.ts';
import { timed } from './timed.ts';

/** With which ripgrep searches what the tools search. */
export const FLAGS = ['--no-config', '--no-require-git', '--hidden', '--glob=!.git', '--glob=!node_modules'];
const PATTERN = 'needle';
const MODES = {
  files_with_matches: ['--files-with-matches'],
  content: ['--line-number', '--with-filename', '--no-heading'],
  count: ['--count', '--with-filename'],
} as const;
const GLOB = '**/*.ts';
// The most files that `glob` shows.
const MAX_RESULTS = 1_000;

type Figure = 'wall' | 'CPU';
const FIGURES: readonly Figure[] = HAS_PROC ? ['wall', 'CPU'] : ['wall'];

/** What one side does, and how many milliseconds of processor time it has taken so far. */
export interface Work {
  readonly act: () => Promise<readonly string[]>;
  readonly clock: () => number;
}

export async function ripgrep(tree: Tree, args: readonly string[]): Promise<readonly string[]> {
  const child = spawn(rgPath, [...FLAGS, ...args], {
    cwd: sourceTree(tree),
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  await ended;
  return Buffer.concat(chunks).toString().split('\n').filter(Boolean);
}

async function sortedGlob(tree: Tree): Promise<readonly string[]> {
  const root = sourceTree(tree);
  const found = await ripgrep(tree, ['--files', `--glob=${GLOB}`]);
  const times = new Map(found.map((path) => [path, statSync(join(root, path)).mtimeMs]));
  const timeOf = (path: string) => times.get(path) ?? 0;
  return found.toSorted((one, other) => timeOf(other) - timeOf(one) || (one < other ? -1 : 1));
}

export function byItself(act: Work['act']): Work {
  return { act, clock: () => ownTime('self') };
}

async function throughServer(scope: Scope, tree: Tree, tool: string, args: Record<string, unknown>): Promise<Work> {
  const root = sourceTree(tree);
  const server = await startDragoman({ ...scope, directory: root }, ['--max-response-size', '16MB']);
  const act = async () => (await callTool(server, tool, args)).split('\n');
  return { act, clock: () => cpuTime(server.pid) };
}

/** How often a sample searches: processor time comes in ticks of 10 ms, of which it should have many. */
const TIMES: Readonly<Record<Tree, Readonly<Record<Figure, number>>>> = {
  10: { wall: 20, CPU: 20 },
  2900: { wall: 5, CPU: 10 },
  100000: { wall: 1, CPU: 1 },
  300000: { wall: 1, CPU: 1 },
  repository: { wall: 10, CPU: 20 },
};

function sampled({ act, clock }: Work, figure: Figure, times: number) {
  return figure === 'CPU' ? cpuTimed(act, { clock, times }) : timed(act, times);
}

interface Comparison {
  readonly name: string;
  readonly against: string;
  readonly tree: Tree;
  readonly reference: (scope: Scope) => Work | Promise<Work>;
  readonly subject: (scope: Scope) => Promise<Work>;
  readonly targets: Readonly<Record<Figure, number>>;
  /** How many first lines must be the same; `Infinity` for all of them, in any order. */
  readonly shown: number;
  /** What is done before each sample, and not timed. */
  readonly before?: () => void;
}

export function scenarios({ name, against, tree, reference, subject, targets, shown, before }: Comparison): Scenario[] {
  const side = (open: Comparison['reference'], figure: Figure): Side => {
    return async (scope) => {
      const sample = sampled(await open(scope), figure, TIMES[tree][figure]);
      return () => {
        before?.();
        return sample();
      };
    };
  };
  return FIGURES.map((figure) => ({
    name: `${name}, ${figure}`,
    against,
    reference: side(reference, figure),
    subject: side(subject, figure),
    target: targets[figure],
    unit: 'ms',
    rounds: isLarge(tree) ? 7 : 21,
    // V8 compiles what is called often on other threads, which at first takes as long as a search of a small tree.
    warmUps: isLarge(tree) ? 1 : Math.ceil(150 / TIMES[tree][figure]),
    isLong: isLarge(tree),
    async agree(scope) {
      const expected = await (await reference(scope)).act();
      const found = await (await subject(scope)).act();
      if (sample(expected, shown) !== sample(found, shown)) throw new Error(`${name}: the two found different things`);
    },
  }));
}

function isLarge(tree: Tree): boolean {
  return tree !== 'repository' && tree >= 100_000;
}

/** All lines, sorted, or the first ones as they come. */
function sample(lines: readonly string[], shown: number): string {
  return (shown === Number.POSITIVE_INFINITY ? lines.toSorted() : lines.slice(0, shown)).join('\n');
}

function nameOf(tree: Tree): string {
  return tree === 'repository' ? 'this repository' : `${tree.toLocaleString('en')} files`;
}

const GREP_TREES = [10, 2_900, 100_000, 'repository'] as const;
const GREP_TARGETS: Readonly<Record<(typeof GREP_TREES)[number], Comparison['targets']>> = {
  10: { wall: 1, CPU: 1 },
  2900: { wall: 1.1, CPU: 1.1 },
  100000: { wall: 1.15, CPU: 1.08 },
  repository: { wall: 1.15, CPU: 1.08 },
};
const GLOB_TARGETS: Readonly<Record<2_900 | 100_000, number>> = { 2900: 0.65, 100000: 0.9 };

const grep = GREP_TREES.flatMap((tree) =>
  (Object.keys(MODES) as (keyof typeof MODES)[]).flatMap((mode) =>
    scenarios({
      name: `grep ${nameOf(tree)}, ${mode}`,
      against: 'rg with the same flags',
      tree,
      reference: () => byItself(() => ripgrep(tree, [...MODES[mode], `--regexp=${PATTERN}`])),
      subject: (scope) => throughServer(scope, tree, 'grep', { pattern: PATTERN, output_mode: mode }),
      targets: GREP_TARGETS[tree],
      shown: Number.POSITIVE_INFINITY,
    }),
  ),
);

const glob = ([2_900, 100_000] as const).flatMap((tree) =>
  scenarios({
    name: `glob ${GLOB}, newest first, ${nameOf(tree)}`,
    against: 'rg --files, sorted by stat',
    tree,
    reference: () => byItself(() => sortedGlob(tree)),
    subject: (scope) => throughServer(scope, tree, 'glob', { pattern: GLOB }),
    targets: { wall: GLOB_TARGETS[tree], CPU: GLOB_TARGETS[tree] },
    shown: Math.min(MAX_RESULTS, tree / 4),
  }),
);

export const search: readonly Scenario[] = [...grep, ...glob];
