import { equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { cpuTime, cpuTimed } from './cpu-time.ts';
import { makeLines } from './inputs.ts';
import { openScope } from './open-scope.ts';
import { HAS_PROC } from './peak-memory.ts';
import type { PipeClient } from './pipe-client.ts';
import type { Scenario, Scope, Side } from './scenario.ts';
import { callTool, startDragoman, startOfficial, startSdk } from './servers.ts';
import { shownText } from './shown-text.ts';
import { timed, timedCalls, WARM_UPS } from './timed.ts';

/** About 2,000 lines of source code. */
const FILE_BYTES = 70_000;
const IN_FLIGHT = 32;

/** A server, and the call that is asked of it. */
type Open = (scope: Scope) => Promise<{ readonly server: PipeClient; readonly call: () => Promise<string> }>;

const nothing: Open = async (scope) => {
  const server = await startSdk(scope);
  return { server, call: () => callTool(server, 'nothing', {}) };
};

const tenLines = viewOf(1001);
/** The official server reads no others but the last. */
const firstTen = viewOf(1);

/** Ten lines, which are those that the file has. */
function viewOf(first: number): Open {
  return async (scope) => {
    const server = await startDragoman(scope);
    const path = makeLines(scope, 'lines', FILE_BYTES);
    const call = () => callTool(server, 'view', { path, view_range: [first, first + 9] });
    equal(shownText(await call()), linesOf(path, first));
    return { server, call };
  };
}

/** Ten lines of a file, as `shownText` gives them. */
function linesOf(path: string, first: number): string {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .slice(first - 1, first + 9);
  return lines.join('\n').trimEnd();
}

/** Of one of eight files in turn, none of which is still open from its last time. */
const tenLinesOfMany: Open = async (scope) => {
  const server = await startDragoman(scope);
  const paths = Array.from({ length: 8 }, (_, index) => makeLines(scope, `lines-${index}`, FILE_BYTES));
  let calls = 0;
  const call = () => callTool(server, 'view', { path: paths[calls++ % paths.length], view_range: [1001, 1010] });
  for (const path of paths) equal(shownText(await call()), linesOf(path, 1001));
  return { server, call };
};

const officialFirstTen: Open = async (scope) => {
  const path = makeLines(scope, 'lines', FILE_BYTES);
  const server = await startOfficial(scope);
  return { server, call: () => callTool(server, 'read_text_file', { path, head: 10 }) };
};

async function sameLines(): Promise<void> {
  await using scope = openScope();
  const [ours, theirs] = [await firstTen(scope), await officialFirstTen(scope)];
  equal(shownText(await ours.call()), shownText(await theirs.call()));
}

/** The time that a share of the calls stays below, one after the other. */
const below =
  (share: number) =>
  (open: Open): Side =>
  async (scope) => {
    const { call } = await open(scope);
    return timedCalls(call, { share, times: 400 });
  };

/** The processor time that a call takes of the server, on all its threads. */
const processorTime =
  (open: Open): Side =>
  async (scope) => {
    const { call, server } = await open(scope);
    return cpuTimed(call, { clock: () => cpuTime(server.pid), times: 1000 });
  };

/** The time for 2,000 calls, of which 32 always wait for an answer. */
const inFlight =
  (open: Open): Side =>
  async (scope) => {
    const { call } = await open(scope);
    return timed(async () => {
      let left = 2000;
      const worker = async (): Promise<void> => {
        while (left-- > 0) await call();
      };
      await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
    });
  };

const againstNothing = (name: string, how: (open: Open) => Side, target: number): Scenario => ({
  ...{ name, against: "the SDK's smallest server, doing nothing", target, unit: 'ms' },
  ...{ rounds: 31, warmUps: WARM_UPS, keepApart: true },
  reference: how(nothing),
  subject: how(tenLines),
});

const againstOfficial = (name: string, how: (open: Open) => Side, target: number): Scenario => ({
  ...{ name, against: 'the official filesystem server', target, unit: 'ms' },
  ...{ rounds: 7, warmUps: WARM_UPS, keepApart: true },
  reference: how(officialFirstTen),
  subject: how(firstTen),
  agree: sameLines,
});

export const calls: readonly Scenario[] = [
  againstNothing('ten lines of 2,000, p50', below(0.5), 1.25),
  againstNothing('ten lines of 2,000, p99', below(0.99), 1.5),
  ...(HAS_PROC ? [againstNothing('ten lines of 2,000, CPU', processorTime, 1.25)] : []),
  againstNothing('2,000 calls, 32 in flight', inFlight, 1.33),
  {
    ...againstNothing('ten lines, another file each time, p50', below(0.5), 1.5),
    subject: below(0.5)(tenLinesOfMany),
  },
  againstOfficial('first ten lines of 2,000, p50', below(0.5), 0.6),
  againstOfficial('2,000 of them, 32 in flight', inFlight, 0.5),
];
