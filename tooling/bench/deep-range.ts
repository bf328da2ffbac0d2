import { deepEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { makeLines } from './inputs.ts';
import type { Sampler, Scenario, Scope } from './scenario.ts';
import { callTool, startDragoman, startSdk } from './servers.ts';
import { timed, timedCalls, timedProcess, WARM_UPS } from './timed.ts';

const MB = 1024 * 1024;
const LINE = 2_900_000;
const SED = `${LINE},${LINE + 9}p;${LINE + 9}q`;

const file = (scope: Scope): string => makeLines(scope, 'large', 101 * MB);

/** Ten lines deep in a file that has not been read since it changed. */
async function firstTime(scope: Scope): Promise<Sampler> {
  const server = await startDragoman(scope);
  const path = file(scope);
  let seconds = 0;
  return async () => {
    // With another time it is a changed file, of which the server remembers nothing.
    seconds++;
    utimesSync(path, seconds, seconds);
    return timed(() => callTool(server, 'view', range(LINE)))();
  };
}

/** Ten lines after the file has been read once. */
async function anotherTime(scope: Scope, lineOf: (run: number) => number): Promise<Sampler> {
  const server = await startDragoman(scope);
  file(scope);
  await callTool(server, 'view', range(LINE));
  return timedCalls((run) => callTool(server, 'view', range(lineOf(run))));
}

async function smallFile(scope: Scope): Promise<Sampler> {
  const server = await startDragoman(scope);
  makeLines(scope, 'small', 70_000);
  return timedCalls(() => callTool(server, 'view', { path: 'small', view_range: [1, 10] }));
}

async function noCall(scope: Scope): Promise<Sampler> {
  const server = await startSdk(scope);
  return timedCalls(() => callTool(server, 'nothing', {}));
}

async function sameAsSed(scope: Scope): Promise<void> {
  await using server = await startDragoman({ ...scope, use: (resource) => resource });
  const lines = execFileSync('sed', ['-n', SED, file(scope)], { encoding: 'utf8' });
  const numbered = await callTool(server, 'view', range(LINE));
  deepEqual(
    numbered.split('\n'),
    lines
      .trimEnd()
      .split('\n')
      .map((line, at) => `${`${LINE + at}`.padStart(6)}\t${line}`),
  );
}

function range(line: number) {
  return { path: 'large', view_range: [line, line + 9] };
}

export const deepRange: readonly Scenario[] = [
  {
    name: 'line 2,900,000 of 101 MB, first time',
    against: 'wc -l',
    reference: (scope) => timedProcess('wc', ['-l', file(scope)]),
    subject: firstTime,
    target: 1.25,
    unit: 'ms',
    rounds: 31,
  },
  {
    name: 'line 2,900,000 of 101 MB, first time',
    against: 'sed -n',
    reference: (scope) => timedProcess('sed', ['-n', SED, file(scope)]),
    subject: firstTime,
    agree: sameAsSed,
    target: 0.25,
    unit: 'ms',
    rounds: 15,
  },
  {
    name: 'the same ten lines again',
    against: 'a call of the SDK that does nothing',
    reference: noCall,
    subject: (scope) => anotherTime(scope, () => LINE),
    target: 1.3,
    unit: 'ms',
    rounds: 31,
    warmUps: WARM_UPS,
    keepApart: true,
  },
  {
    name: 'ten other lines as deep',
    against: 'ten lines of a small file',
    reference: smallFile,
    subject: (scope) => anotherTime(scope, (run) => LINE - ((run * 7919) % 100_000)),
    target: 1.5,
    unit: 'ms',
    rounds: 31,
    warmUps: WARM_UPS,
    keepApart: true,
  },
];
