import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldingObjection, openFoldingTree } from '../../../packages/testing/src/folding-tree.ts';
import { makeLines } from '../inputs.ts';
import type { Scenario, Scope } from '../scenario.ts';
import { timedCalls } from '../timed.ts';
import { modernCall, openClient, resultIn } from './http-client.ts';
import { startDragomanHttp } from './http-servers.ts';

// The bundle of this file lies one level deeper than its source.
const SCRIPT = join(import.meta.dirname, '../../../packages/testing/src/folding-fs.py');
const P99 = { share: 0.99, times: 600 };
const TOKENS = { ann: 'a'.repeat(40), ben: 'c'.repeat(40) };

/** A server with four workers, of whose principals `ann` works on a file system that can stall. */
async function openServer(scope: Scope) {
  const slow = scope.use(await openFoldingTree({ 'a.txt': 'line\n'.repeat(20) }, [], SCRIPT));
  const lines = makeLines(scope, 'lines', 70_000);
  const principals = Object.entries(TOKENS).map(([name, token]) => ({
    ...{ name, roots: [name === 'ann' ? slow.root : scope.directory] },
    tokenSha256: createHash('sha256').update(token).digest('hex'),
  }));
  const file = join(scope.directory, 'principals.json');
  writeFileSync(file, JSON.stringify({ principals }));
  const trees = ['--allow-dir', slow.root, '--allow-dir', scope.directory];
  const server = await startDragomanHttp(scope, { options: ['--principals', file, '--workers', '4', ...trees] });
  const client = scope.use(openClient(server.url, 4));
  const view = (name: keyof typeof TOKENS) => async () => {
    const path = name === 'ann' ? slow.path('a.txt') : lines;
    const headers = { authorization: `Bearer ${TOKENS[name]}` };
    return resultIn(await client.ask(modernCall('view', { path, view_range: [1, 10] }, headers)));
  };
  // Each is given a thread of its own.
  await view('ann')();
  await view('ben')();
  return { slow, ann: view('ann'), ben: view('ben') };
}

const scenario: Scenario = {
  ...{ name: 'p99 with 4 workers, one of them stalled', against: 'the same without a stall', target: 1.5 },
  ...{ unit: 'ms', rounds: 3, warmUps: 1, keepApart: true },
  async reference(scope) {
    const { ben } = await openServer(scope);
    return timedCalls(ben, P99);
  },
  async subject(scope) {
    const { slow, ann, ben } = await openServer(scope);
    const sample = timedCalls(ben, P99);
    return async () => {
      slow.stall();
      const stalled = ann();
      const took = await sample();
      slow.goOn();
      await stalled;
      return took;
    };
  },
};

/** None where no file system can be mounted that stalls. */
export const stalledWorker: readonly Scenario[] = foldingObjection() === null ? [scenario] : [];
