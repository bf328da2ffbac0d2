import { ok } from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { buildIndex, builtIndex, bytesBelow, indexedServer, searchSlowly, serverOver } from './built-indexes.ts';
import { cpuTimed, ownTime } from './cpu-time.ts';
import type { Sampler, Scenario, Scope } from './scenario.ts';
import { ripgrep } from './search.ts';
import { callTool } from './servers.ts';
import { sourceTree } from './source-trees.ts';
import { timed, timedCalls } from './timed.ts';

const TREE = 100_000;
const MB = 1024 * 1024;
const PATTERN = 'needle = 20020;';
const SEARCH = { pattern: PATTERN, output_mode: 'files_with_matches' };
const FILE = 'part0/part0/part0/file0.ts';

const searching = { tree: TREE, args: ['--files-with-matches', `--regexp=${PATTERN}`] } as const;
const rg = () => ripgrep(searching.tree, searching.args);

/** Times the first search of a server that was just started. */
function firstSearch(scope: Scope): Sampler {
  return async () => {
    await using server = await serverOver(notKept(scope), TREE, builtIndex(TREE));
    return await timed(() => callTool(server, 'grep', SEARCH))();
  };
}

function buildingAnew(scope: Scope): Sampler {
  const act = () => {
    const directory = mkdtempSync(join(scope.directory, 'index-'));
    buildIndex(TREE, directory);
    rmSync(directory, { recursive: true });
  };
  return cpuTimed(act, { clock: () => ownTime('self'), times: 1 });
}

/** The middle of a hundred views of ten lines while the server itself builds an index. */
function viewsWhileBuilding(scope: Scope): Sampler {
  return async () => {
    const directory = mkdtempSync(join(scope.directory, 'index-'));
    await using server = await serverOver(notKept(scope), TREE, directory);
    await viewed(server)();
    await searchSlowly(server);
    while (!isBegun(directory)) await yieldToEventLoop();
    const took = await viewed(server)();
    ok(!isDone(directory), 'the index was built before all was read');
    return took;
  };
}

function viewsMeanwhile(scope: Scope): Sampler {
  return async () => {
    await using server = await serverOver(notKept(scope), TREE, 'off');
    await viewed(server)();
    await searchSlowly(server);
    return await viewed(server)();
  };
}

function viewed(server: Parameters<typeof callTool>[0]): Sampler {
  return timedCalls(() => callTool(server, 'view', { path: FILE, view_range: [1, 10] }), { times: 300 });
}

function isBegun(directory: string): boolean {
  return filesOf(directory).some((name) => name.includes('segment-'));
}

function isDone(directory: string): boolean {
  return filesOf(directory).some((name) => name.endsWith('manifest'));
}

function filesOf(directory: string): readonly string[] {
  return existsSync(directory) ? readdirSync(directory, { recursive: true, encoding: 'utf8' }) : [];
}

/** The most memory of a server that has read a file, and 64 MB. */
async function idleAnd64(scope: Scope): Promise<Sampler> {
  const server = await serverOver(scope, TREE, 'off');
  await callTool(server, 'view', { path: FILE, view_range: [1, 10] });
  return () => (server.peakMemory() ?? Number.NaN) + 64;
}

async function after20Searches(scope: Scope): Promise<Sampler> {
  const server = await indexedServer(scope, TREE);
  for (let search = 0; search < 20; search++) await callTool(server, 'grep', SEARCH);
  return () => server.peakMemory() ?? Number.NaN;
}

/** For what is closed before the scope is. */
function notKept(scope: Scope): Scope {
  return { ...scope, use: (resource) => resource };
}

/** What an index takes besides, and what it takes to have one. */
export const indexCosts: readonly Scenario[] = [
  {
    ...{ name: 'two greps with an index at once, 100,000 files', against: 'one of them', unit: 'ms', target: 1.4 },
    async reference(scope) {
      const server = await indexedServer(scope, TREE);
      return timed(() => callTool(server, 'grep', SEARCH), 3);
    },
    async subject(scope) {
      const server = await indexedServer(scope, TREE);
      return timed(() => Promise.all([1, 2].map(() => callTool(server, 'grep', SEARCH))), 3);
    },
    ...{ rounds: 11, isLong: true },
  },
  {
    ...{ name: 'the first grep after the start, an index on disk, 100,000 files', against: 'rg', unit: 'ms' },
    ...{ reference: () => timed(rg), subject: firstSearch, target: 1.15, rounds: 7, isLong: true },
  },
  {
    ...{ name: 'dragoman index build of 100,000 files, CPU', against: 'one rg of the tree', unit: 'ms', target: 25 },
    reference: () => cpuTimed(rg, { clock: () => ownTime('self'), times: 1 }),
    ...{ subject: buildingAnew, rounds: 3, isLong: true },
  },
  {
    ...{ name: 'the index of 100,000 files', against: 'the text', unit: 'MB', target: 0.2 },
    reference: () => () => bytesBelow(sourceTree(TREE)) / MB,
    subject: () => () => bytesBelow(builtIndex(TREE)) / MB,
    ...{ rounds: 1, isLong: true },
  },
  {
    ...{ name: 'ten lines while an index is built, p50', against: 'the same without', unit: 'ms', target: 1.2 },
    ...{ reference: viewsMeanwhile, subject: viewsWhileBuilding, rounds: 7, isLong: true },
  },
  {
    ...{ name: 'memory after 20 greps with an index, 100,000 files', against: 'idle, and 64 MB', unit: 'MB' },
    ...{ reference: idleAnd64, subject: after20Searches, target: 1, rounds: 1, isLong: true },
  },
];
