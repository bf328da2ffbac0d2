import { deepEqual } from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario, Scope } from './scenario.ts';
import { callTool, startBare, startDragoman } from './servers.ts';
import { timedCalls, WARM_UPS } from './timed.ts';

const ENTRIES = 200;

/** Makes a directory of files, unless the other side has made it already, and returns its path. */
function makeDirectory(scope: Scope): string {
  const path = join(scope.directory, 'entries');
  if (existsSync(path)) return path;
  mkdirSync(path);
  for (let entry = 0; entry < ENTRIES; entry += 1) writeFileSync(join(path, `entry-${entry}.ts`), '');
  return path;
}

async function bareNames(scope: Scope) {
  const server = startBare(scope);
  const path = makeDirectory(scope);
  return async () => ((await server.request('list', { path })) as { readonly names: readonly string[] }).names;
}

async function viewedNames(scope: Scope) {
  const server = await startDragoman(scope);
  const path = makeDirectory(scope);
  return async () => (await callTool(server, 'view', { path })).split('\n');
}

export const listDirectory: readonly Scenario[] = [
  {
    ...{ name: 'list 200 entries', against: 'pipe, readdir', target: 2.4, unit: 'ms', rounds: 31, warmUps: WARM_UPS },
    reference: async (scope) => timedCalls(await bareNames(scope)),
    subject: async (scope) => timedCalls(await viewedNames(scope)),
    async agree(scope) {
      const [bare, viewed] = [await bareNames(scope), await viewedNames(scope)];
      deepEqual((await viewed()).toSorted(), (await bare()).toSorted());
    },
  },
];
