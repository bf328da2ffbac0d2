import { equal } from 'node:assert/strict';
import { makeLines, makeOneLine } from './inputs.ts';
import type { Scenario, Scope } from './scenario.ts';
import { callTool, startDragoman } from './servers.ts';
import { shownText } from './shown-text.ts';
import type { Way } from './tasks.ts';
import { timed, timedProcess, WARM_UPS } from './timed.ts';
import { between, dragoman } from './ways.ts';

const GB = 1024 * 1024 * 1024;

function firstTen(size: number): Way {
  return dragoman('editor', 'view', {
    args: (scope) => ({ path: makeLines(scope, `lines-${size}`, size), view_range: [1, 10] }),
    outcome: shownText,
  });
}

async function viewOneLine(scope: Scope): Promise<() => Promise<string>> {
  const server = await startDragoman(scope);
  const path = makeOneLine(scope, 'line', GB);
  return () => callTool(server, 'view', { path, view_range: [1, 1] });
}

export const firstLines: readonly Scenario[] = [
  {
    ...{ name: 'first ten lines of 1 GB', against: 'ten lines of a small file', unit: 'ms' },
    ...between(firstTen(70_000), firstTen(GB)),
    ...{ target: 3, rounds: 15, warmUps: WARM_UPS, isLong: true },
  },
  {
    ...{ name: 'one line of 1 GB, cut and measured', against: 'wc -l', unit: 'ms' },
    reference: (scope) => timedProcess('wc', ['-l', makeOneLine(scope, 'line', GB)]),
    subject: async (scope) => timed(await viewOneLine(scope)),
    async agree(scope) {
      const view = await viewOneLine(scope);
      equal((await view()).includes(`${GB} chars`), true);
    },
    ...{ target: 2, rounds: 5, isLong: true },
  },
];
