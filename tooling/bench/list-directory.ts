import { deepEqual } from 'node:assert/strict';
import { makeEntries } from './inputs.ts';
import type { Scenario, Scope } from './scenario.ts';
import { callTool, startBare, startDragoman } from './servers.ts';
import { timedCalls, WARM_UPS } from './timed.ts';

const ENTRIES = 200;

async function bareNames(scope: Scope) {
  const server = startBare(scope);
  const path = makeEntries(scope, 'entries', ENTRIES);
  return async () => ((await server.request('list', { path })) as { readonly names: readonly string[] }).names;
}

async function viewedNames(scope: Scope) {
  const server = await startDragoman(scope);
  const path = makeEntries(scope, 'entries', ENTRIES);
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
