import { openScope } from './open-scope.ts';
import { peakMemoryOfRun } from './peak-memory.ts';
import type { PipeClient } from './pipe-client.ts';
import { findProgram, outputOf } from './programs.ts';
import type { Sampler, Scenario, Scope, Side } from './scenario.ts';
import { callTool, startBare, startDragoman, startOfficial, startSdk } from './servers.ts';
import { assertAgreement, type Way, type Worker } from './tasks.ts';
import { timedCalls } from './timed.ts';

type Dialect = 'editor' | 'claude-code' | 'gemini' | 'codex' | 'filesystem' | 'budgeted';
export type Args = Readonly<Record<string, unknown>>;

/** What is asked of a server. */
export interface Call {
  /** Makes what the call needs, and returns the arguments, or those of each run. */
  readonly args: (scope: Scope, server: PipeClient) => Prepared | Promise<Prepared>;
  readonly outcome?: (answer: string, scope: Scope) => string;
}

type Prepared = Args | ((run: number) => Args);

/** A tool of Dragoman's. */
export function dragoman(dialect: Dialect, tool: string, call: Call, options: readonly string[] = []): Way {
  return {
    ...{ name: `Dragoman: ${tool}, ${dialect}`, isOurs: true },
    async open(scope) {
      const server = await startDragoman(scope, ['--dialect', dialect, ...options]);
      return asked(scope, { server, call, ask: (args) => callTool(server, tool, args) });
    },
  };
}

/** A tool of the official filesystem server. */
export function official(tool: string, call: Call): Way {
  return {
    ...{ name: `official server: ${tool}`, isOurs: false },
    async open(scope) {
      const server = await startOfficial(scope);
      return asked(scope, { server, call, ask: (args) => callTool(server, tool, args) });
    },
  };
}

/** A call of the SDK's smallest server, which does nothing: the least that any server takes. */
export function nothing(call: Call = { args: () => ({}) }): Way {
  return {
    ...{ name: "the SDK's smallest server, doing nothing", isOurs: false },
    async open(scope) {
      const server = await startSdk(scope);
      return asked(scope, { server, call, ask: (args) => callTool(server, 'nothing', args) });
    },
  };
}

/** A task of the server in bare Node; `work` says which calls of `node:fs` it makes. */
export function bare(task: string, work: string, call: Call): Way {
  return {
    ...{ name: `bare Node: ${work}`, isOurs: false },
    open(scope) {
      const server = startBare(scope);
      return asked(scope, { server, call, ask: async (args) => textOf(await server.request(task, args)) });
    },
  };
}

function textOf(result: unknown): string {
  return typeof result === 'string' ? result : JSON.stringify(result);
}

interface Asked {
  readonly server: PipeClient;
  readonly call: Call;
  readonly ask: (args: Record<string, unknown>) => Promise<string>;
}

async function asked(scope: Scope, { server, call: { args, outcome }, ask }: Asked): Promise<Worker> {
  const prepared = await args(scope, server);
  return {
    act: (run) => ask(typeof prepared === 'function' ? prepared(run) : prepared),
    ...(outcome && { outcome: (answer: string) => outcome(answer, scope) }),
    peakMemory: server.peakMemory,
  };
}

/** What is asked of a program. */
export interface Command {
  /** The names under which it may be installed. */
  readonly names: readonly string[];
  readonly args: (scope: Scope) => readonly string[];
  readonly outcome: (output: string, scope: Scope) => string;
}

/** A program of its own, from its start to its end; none if it is not installed. */
export function program(name: string, { names, args, outcome }: Command): Way[] {
  const command = findProgram(...names);
  if (command === undefined) return [];
  const open = (scope: Scope): Worker => {
    const asked = args(scope);
    return {
      act: () => outputOf(command, asked),
      outcome: (output) => outcome(output, scope),
      peakMemory: () => peakMemoryOfRun(command, asked),
    };
  };
  return [{ name, isOurs: false, open }];
}

/** The two sides of a scenario that compares two ways, which come to the same. */
export function between(
  reference: Way,
  subject: Way,
  sampled: (act: (run: number) => Promise<unknown>) => Sampler = timedCalls,
): Pick<Scenario, 'reference' | 'subject' | 'agree'> {
  const side =
    ({ open }: Way): Side =>
    async (scope) => {
      const { act } = await open(scope);
      return sampled(async (run) => act(run));
    };
  return {
    reference: side(reference),
    subject: side(subject),
    async agree({ directory }) {
      await using own = openScope();
      const doers = [];
      for (const way of [reference, subject]) doers.push({ way, worker: await way.open({ ...own, directory }) });
      await assertAgreement(doers);
    },
  };
}
