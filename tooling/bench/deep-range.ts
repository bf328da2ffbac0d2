import { deepEqual } from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { makeLines } from './inputs.ts';
import type { PipeClient } from './pipe-client.ts';
import { outputOf } from './programs.ts';
import type { Sampler, Scenario, Scope } from './scenario.ts';
import { callTool, startDragoman, startSdk } from './servers.ts';
import { timed, timedCalls, timedProcess, WARM_UPS } from './timed.ts';

const MB = 1024 * 1024;
const LINE = 2_900_000;
const sed = (line: number): string => `${line},${line + 9}p;${line + 9}q`;

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
  await sameAsSed(server, file(scope), lineOf(1));
  return timedCalls((run) => callTool(server, 'view', range(lineOf(run))));
}

async function smallFile(scope: Scope): Promise<Sampler> {
  const server = await startDragoman(scope);
  await sameAsSed(server, makeLines(scope, 'small', 70_000), 1);
  return timedCalls(() => callTool(server, 'view', { path: 'small', view_range: [1, 10] }));
}

async function noCall(scope: Scope): Promise<Sampler> {
  const server = await startSdk(scope);
  return timedCalls(() => callTool(server, 'nothing', {}));
}

async function agree(scope: Scope): Promise<void> {
  await using server = await startDragoman({ ...scope, use: (resource) => resource });
  await sameAsSed(server, file(scope), LINE);
}

/** Rejects unless ten lines are those that sed shows, with their numbers. */
async function sameAsSed(server: PipeClient, path: string, line: number): Promise<void> {
  const lines = outputOf('sed', ['-n', sed(line), path])
    .split('\n')
    .slice(0, -1);
  const numbered = lines.map((text, at) => `${`${line + at}`.padStart(6)}\t${text}`);
  deepEqual((await callTool(server, 'view', { ...range(line), path })).split('\n'), numbered);
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
    agree,
    target: 1.25,
    unit: 'ms',
    rounds: 31,
  },
  {
    name: 'line 2,900,000 of 101 MB, first time',
    against: 'sed -n',
    reference: (scope) => timedProcess('sed', ['-n', sed(LINE), file(scope)]),
    subject: firstTime,
    agree,
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
