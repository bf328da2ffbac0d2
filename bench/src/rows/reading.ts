import { utimesSync } from 'node:fs';
import { KB, MB, makeLines } from '../inputs.ts';
import { peakMemory } from '../measure/process-stats.ts';
import { WARM_UPS } from '../measure/sampling.ts';
import type { Sampler, Scenario, Scope } from '../measure/scenario.ts';
import { callTool, OFFICIAL_SERVER, shownText, startDragoman } from '../servers/stdio-servers.ts';
import { type Contender, dragoman, official, steps } from './contenders.ts';
import { between, programWork, toolWork, type WorkOpener } from './work.ts';

const LINE = 2_900_000;
const large = (scope: Scope): string => makeLines(scope, 'large', 101 * MB);
const small = (scope: Scope): string => makeLines(scope, 'small', 70 * KB);

/** Shows ten lines deep in a file that has changed since it was last read. */
const deepLines: WorkOpener = async (scope) => {
  const path = large(scope);
  const args = { path, view_range: [LINE, LINE + 9] };
  const show = await toolWork(scope, startDragoman(scope.directory), ['view', args]);
  return (run) => {
    // With another time it is a changed file, of which the server remembers nothing.
    utimesSync(path, run, run);
    return show(run);
  };
};

const firstTen =
  (contender: Contender): WorkOpener =>
  (scope) => {
    const path = small(scope);
    return steps(scope, contender, ({ first }) => first(path, 10));
  };

/** Samples the peak memory of a fresh server that shows ten lines. */
function peakAfterTen({ directory }: Scope, path: string): Sampler {
  return async () => {
    await using server = await startDragoman(directory);
    await callTool(server, 'view', { path, view_range: [1, 10] });
    return { memory: peakMemory(server.pid) };
  };
}

export const reading: readonly Scenario[] = [
  {
    // The official server shows no lines but the first and the last.
    ...{ name: 'the first ten lines of 2,000', against: OFFICIAL_SERVER, targets: { time: 0.9 } },
    ...between({
      ...{ reference: firstTen(official), subject: firstTen(dragoman()), outcome: shownText, times: 100 },
    }),
    ...{ rounds: 21, warmUps: WARM_UPS },
  },
  {
    ...{ name: 'line 2,900,000 of 101 MB, first time', against: '`sed -n`', targets: { time: 0.3 }, rounds: 15 },
    ...between({
      reference: (scope) => programWork('sed', ['-n', `${LINE},${LINE + 9}p;${LINE + 9}q`, large(scope)]),
      ...{ subject: deepLines, outcome: shownText },
    }),
  },
  {
    ...{ name: 'ten lines of 1 GB', against: 'ten lines of 70 KB', targets: { memory: 1.15 }, rounds: 5 },
    reference: (scope) => peakAfterTen(scope, small(scope)),
    subject: (scope) => peakAfterTen(scope, makeLines(scope, 'huge', 1024 * MB)),
  },
];
