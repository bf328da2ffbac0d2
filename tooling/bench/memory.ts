import { makeLines, makeOneLine } from './inputs.ts';
import type { Sampler, Scenario, Scope } from './scenario.ts';
import { callTool, startDragoman } from './servers.ts';

const MB = 1024 * 1024;

/** Peak memory of a fresh server that served one call. */
function peakAfter(scope: Scope, args: Record<string, unknown>): Sampler {
  return async () => {
    await using server = await startDragoman({ ...scope, use: (resource) => resource });
    await callTool(server, 'view', args);
    return server.peakMemory();
  };
}

function smallFile(scope: Scope): Sampler {
  return peakAfter(scope, { path: makeLines(scope, 'small', 70_000), view_range: [1, 10] });
}

export const memory: readonly Scenario[] = [
  {
    name: 'memory: ten lines at line 2,900,000 of 101 MB',
    against: 'ten lines of a small file',
    reference: smallFile,
    subject: (scope) =>
      peakAfter(scope, { path: makeLines(scope, 'large', 101 * MB), view_range: [2_900_000, 2_900_009] }),
    target: 1.15,
    unit: 'MB',
    rounds: 5,
  },
  {
    name: 'memory: first ten lines of 1 GB',
    against: 'ten lines of a small file',
    reference: smallFile,
    subject: (scope) => peakAfter(scope, { path: makeLines(scope, 'huge', 1024 * MB), view_range: [1, 10] }),
    target: 1.15,
    unit: 'MB',
    rounds: 5,
    isLong: true,
  },
  {
    name: 'memory: one line of 1 GB',
    against: 'ten lines of a small file',
    reference: smallFile,
    subject: (scope) => peakAfter(scope, { path: makeOneLine(scope, 'line', 1024 * MB), view_range: [1, 1] }),
    target: 1.15,
    unit: 'MB',
    rounds: 3,
    isLong: true,
  },
];
