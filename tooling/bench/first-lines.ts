import { makeLines, makeOneLine } from './inputs.ts';
import type { Sampler, Scenario, Scope } from './scenario.ts';
import { callTool, startDragoman } from './servers.ts';
import { timed, timedCalls, timedProcess, WARM_UPS } from './timed.ts';

const GB = 1024 * 1024 * 1024;

async function tenLines(scope: Scope, size: number): Promise<Sampler> {
  const server = await startDragoman(scope);
  const path = makeLines(scope, `lines-${size}`, size);
  return timedCalls(() => callTool(server, 'view', { path, view_range: [1, 10] }));
}

export const firstLines: readonly Scenario[] = [
  {
    name: 'first ten lines of 1 GB',
    against: 'ten lines of a small file',
    reference: (scope) => tenLines(scope, 70_000),
    subject: (scope) => tenLines(scope, GB),
    target: 3,
    unit: 'ms',
    rounds: 15,
    warmUps: WARM_UPS,
    isLong: true,
  },
  {
    name: 'one line of 1 GB, cut and measured',
    against: 'wc -l',
    reference: (scope) => timedProcess('wc', ['-l', makeOneLine(scope, 'line', GB)]),
    async subject(scope) {
      const server = await startDragoman(scope);
      return timed(() => callTool(server, 'view', { path: 'line', view_range: [1, 1] }));
    },
    target: 2,
    unit: 'ms',
    rounds: 5,
    isLong: true,
  },
];
