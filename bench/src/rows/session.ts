import { ok } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KB, sourceText } from '../inputs.ts';
import { openScope } from '../measure/open-scope.ts';
import { cpuTime, peakMemory } from '../measure/process-stats.ts';
import { sampleCalls } from '../measure/sampling.ts';
import type { Sample, Sampler, Scenario } from '../measure/scenario.ts';
import { MCP_STDIO, OFFICIAL } from '../paths.ts';
import { startServer } from '../servers/pipe-client.ts';
import { callTool, initialized, OFFICIAL_SERVER } from '../servers/stdio-servers.ts';
import { type Contender, contentsOf, dragoman, official } from './contenders.ts';
import { makeProject, type Step, stepsOf, type Wording } from './session-steps.ts';

/** Samples the time from the start of a server to its answer to `initialize`. */
function started(args: readonly string[]): Sampler {
  return async () => {
    const began = performance.now();
    await using server = startServer(args);
    await initialized(server);
    return { time: performance.now() - began };
  };
}

/** A server's life on a project of its own. */
interface Session {
  readonly sample: Sample;
  /** The project in the end. */
  readonly outcome: string;
}

/** Runs a server from its start to the answer to the last call. */
async function hold({ start, wording }: Contender): Promise<Session> {
  await using scope = openScope();
  const project = makeProject(scope.directory);
  const began = performance.now();
  await using server = await start(scope.directory);
  await server.request('tools/list', {});
  for (const { tool, args } of stepsOf(project, wording)) await callTool(server, tool, args);
  const time = performance.now() - began;
  return { sample: { time, CPU: cpuTime(server.pid), memory: peakMemory(server.pid) }, outcome: contentsOf(project) };
}

const CALLS_BEFORE = 30;
/** Calls that are timed: so few that V8 has not yet compiled what they run, as in the session of an agent. */
const CALLS = 10;

/** The call number `run` of those that are timed. */
type LateCall = (wording: Wording, project: string, run: number) => Step;

const noteOn = (run: number): string => `// Nobody looked at part ${run}.`;

/** Makes one file of 100 KB with a place for each edit, and for each edit a file of 20 KB. */
function makeMore(project: string): void {
  const parts = Array.from({ length: CALLS }, (_, run) => `${sourceText((100 * KB) / CALLS)}\n${noteOn(run)}\n`);
  writeFileSync(join(project, 'large.ts'), parts.join(''), { flush: true });
  for (let run = 0; run < CALLS; run++) {
    writeFileSync(join(project, `unread-${run}.ts`), `${sourceText(20 * KB)}\n${noteOn(run)}\n`, { flush: true });
  }
}

/** Times calls in the middle of a session. */
async function callLate({ start, wording }: Contender, late: LateCall): Promise<Session> {
  await using scope = openScope();
  const project = makeProject(scope.directory);
  makeMore(project);
  await using server = await start(scope.directory);
  for (const { tool, args } of stepsOf(project, wording).slice(0, CALLS_BEFORE)) await callTool(server, tool, args);
  const call = (run: number): Promise<string> => {
    const { tool, args } = late(wording, project, run);
    return callTool(server, tool, args);
  };
  const sample = await sampleCalls(call, { times: CALLS, clock: () => cpuTime(server.pid) })();
  return { sample, outcome: contentsOf(project) };
}

const newFile: LateCall = ({ create }, project, run) => create(join(project, `late-${run}.ts`), sourceText(KB));
const editOf =
  (nameOf: (run: number) => string): LateCall =>
  ({ edit }, project, run) =>
    edit(join(project, nameOf(run)), noteOn(run), `// Someone looked at part ${run}.`);

const editLarge = editOf(() => 'large.ts');
const editUnread = editOf((run) => `unread-${run}.ts`);

/** Both sides of a scenario, for a part of a session. Times that are mostly those of the disk have no target. */
function besideOfficial(sessionOf: (contender: Contender) => Promise<Session>, ours = dragoman()) {
  const sampled = (contender: Contender) => (): Sampler => async () => (await sessionOf(contender)).sample;
  return {
    ...{ against: OFFICIAL_SERVER, reference: sampled(official), subject: sampled(ours), rounds: 15 },
    async agree() {
      const [subject, reference] = [await sessionOf(ours), await sessionOf(official)];
      ok(subject.outcome === reference.outcome, 'A session must come to the same with both servers');
    },
  } satisfies Partial<Scenario>;
}

const unsynced = dragoman(() => ['--no-fsync']);

export const session: readonly Scenario[] = [
  {
    ...{ name: 'start, until `initialize` is answered', against: OFFICIAL_SERVER, targets: { time: 0.3 } },
    reference: ({ directory }) => started([OFFICIAL, directory]),
    subject: ({ directory }) => started([MCP_STDIO, '--log-level', 'error', directory]),
    rounds: 21,
  },
  {
    ...{ name: 'a session: start, `tools/list`, 100 mixed calls', targets: { time: 1, CPU: 0.75, memory: 0.9 } },
    ...besideOfficial(hold),
  },
  {
    ...{ name: 'the same session with `--no-fsync`', targets: { time: 0.75, CPU: 0.75 } },
    ...besideOfficial(hold, unsynced),
  },
  {
    ...{ name: 'after thirty calls: a new file of 1 KB', targets: { time: null, CPU: 2 } },
    ...besideOfficial((contender) => callLate(contender, newFile)),
  },
  {
    ...{ name: 'after thirty calls: an edit in 100 KB', targets: { time: null, CPU: 1.5 } },
    ...besideOfficial((contender) => callLate(contender, editLarge)),
  },
  {
    ...{ name: 'after thirty calls: the first edit of a file of 20 KB', targets: { time: null } },
    ...besideOfficial((contender) => callLate(contender, editUnread)),
  },
];
