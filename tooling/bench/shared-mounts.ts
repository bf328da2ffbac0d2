import { deepEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { rgPath } from '@vscode/ripgrep';
import type { Engine, SharedMounts } from '../../packages/testing/src/shared-mounts/shared-mounts.ts';
import { makeLines, makeTree } from './inputs.ts';
import type { Sampler, Scenario, Scope, Side } from './scenario.ts';
import { FLAGS } from './search.ts';
import { callTool, startDragoman } from './servers.ts';
import { timed, timedCalls, WARM_UPS } from './timed.ts';
import { editing } from './write-calls.ts';

/** What is measured on a file system of several machines. */
export function sharedMounts(name: string, mounts: SharedMounts): Scenario[] {
  return [
    {
      ...{ name: `edit in 96 KB, ${name}`, against: 'the same without a shared lock', unit: 'ms', target: 1.5 },
      ...{ rounds: 21, warmUps: 3, agree: (scope) => losesNothing(scope, mounts) },
      reference: (scope) => edited(on(mounts, scope), 'user'),
      subject: (scope) => edited(on(mounts, scope), 'shared'),
    },
    {
      ...{ name: `grep in 3,000 files, ${name}`, against: 'rg -j 16', unit: 'ms', target: 1.1, rounds: 9, warmUps: 2 },
      ...searched(mounts),
    },
    {
      ...{ name: `ten lines of 2,000 again, ${name}`, against: 'the same on the local disk', unit: 'ms', target: 1.2 },
      ...{ rounds: 21, warmUps: WARM_UPS },
      reference: tenLines,
      subject: (scope) => tenLines(on(mounts, scope)),
    },
    ...(mounts.engine === null ? [] : [stalled(name, mounts, mounts.engine)]),
  ];
}

/** The scope, with a directory on the mount. */
function on({ one }: SharedMounts, scope: Scope): Scope {
  return { ...scope, directory: mkdtempSync(join(one, 'bench-')) };
}

async function edited(scope: Scope, locks: 'user' | 'shared'): Promise<Sampler> {
  const server = await startDragoman(scope, ['--locks', locks]);
  const { args } = editing('subject', { args: ({ path, from, to }) => ({ path, old_str: from, new_str: to }) });
  const prepared = await args(scope, server);
  return timedCalls(
    (run) => callTool(server, 'str_replace', typeof prepared === 'function' ? prepared(run) : prepared),
    {
      times: 20,
    },
  );
}

const INCREMENTS = 400;

/** Two servers, one on each mount, add lines to one file. @throws Error if one is lost that was acknowledged */
async function losesNothing(scope: Scope, { one, two }: SharedMounts): Promise<void> {
  const name = 'increments';
  writeFileSync(join(one, name), 'END\n');
  const servers = await Promise.all([one, two].map((directory) => startDragoman({ ...scope, directory })));
  const added = Array.from({ length: INCREMENTS }, (_, at) => `${at}`);
  const adding = servers.map(async (server, which) => {
    for (const line of added.filter((_, at) => at % servers.length === which))
      await callTool(server, 'str_replace', { path: name, old_str: 'END', new_str: `${line}\nEND` });
  });
  await Promise.all(adding);
  deepEqual(readFileSync(join(two, name), 'utf8').trimEnd().split('\n').sort(), [...added, 'END'].sort());
}

function searched(mounts: SharedMounts): Pick<Scenario, 'reference' | 'subject' | 'agree'> {
  const root = mkdtempSync(join(mounts.one, 'bench-'));
  const tree = () => makeTree({ directory: root, use: (resource) => resource }, 3000);
  const byRipgrep = () =>
    execFileSync(rgPath, [...FLAGS, '-j', '16', '--files-with-matches', 'needle'], {
      cwd: tree(),
      env: {},
      stdio: ['ignore', 'pipe', 'inherit'],
    }).toString();
  const byTool = async (scope: Scope) => {
    const server = await startDragoman({ ...scope, directory: tree() });
    return () => callTool(server, 'grep', { pattern: 'needle', output_mode: 'files_with_matches' });
  };
  return {
    reference: () => timed(byRipgrep, 3),
    subject: async (scope) => timed(await byTool(scope), 3),
    async agree(scope) {
      const found = (await (await byTool(scope))()).trimEnd().split('\n');
      deepEqual(found.sort(), byRipgrep().trimEnd().split('\n').sort());
    },
  };
}

const tenLines: Side = async (scope) => {
  const server = await startDragoman(scope);
  const path = makeLines(scope, 'lines', 70_000);
  return timedCalls(() => callTool(server, 'view', { path, view_range: [1001, 1010] }));
};

const STALL_MS = 4000;
/** How long a call waits for another, and no longer for a file system that stands still. */
const LIMIT_MS = 10_000;

/** The longest of some calls in whose midst the file system stands still. */
function stalled(name: string, mounts: SharedMounts, engine: Engine): Scenario {
  const longestWhileStopped = async (calls: readonly (() => unknown)[]): Promise<number> => {
    const took = calls.map(async (call) => {
      const since = performance.now();
      await call();
      return performance.now() - since;
    });
    await engine.pause();
    await delay(STALL_MS);
    await engine.resume();
    return Math.max(...(await Promise.all(took)));
  };
  return {
    ...{ name: `the longest of 12 calls, ${name} stopped for 4 s`, against: 'the 4 s', unit: 'ms' },
    ...{ target: LIMIT_MS / STALL_MS, rounds: 3, warmUps: 0 },
    reference: () => () => STALL_MS,
    async subject(scope) {
      const at = on(mounts, scope);
      const server = await startDragoman(at);
      const names = Array.from({ length: 4 }, (_, index) => `file-${index}`);
      for (const each of names) writeFileSync(join(at.directory, each), 'END\n');
      let run = 0;
      const callsOf = (path: string) => [
        () => callTool(server, 'view', { path }),
        () => callTool(server, 'str_replace', { path, old_str: 'END', new_str: `${run}\nEND` }),
        () => callTool(server, 'grep', { pattern: 'END', path }),
      ];
      return async () => {
        run += 1;
        return longestWhileStopped(names.flatMap(callsOf));
      };
    },
  };
}
