import { ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { openScope } from '../measure/open-scope.ts';
import { type SamplingOptions, sampleCalls } from '../measure/sampling.ts';
import type { Scenario, Scope, Side } from '../measure/scenario.ts';
import type { PipeClient } from '../servers/pipe-client.ts';
import { type Args, callTool } from '../servers/stdio-servers.ts';

/** Does a piece of work once and resolves with its output; `run` counts the times, from 0. */
export type Work = (run: number) => string | Promise<string>;

/** Prepares work: makes files, starts a server. */
export type WorkOpener = (scope: Scope) => Work | Promise<Work>;

/** A tool of a server that the scope closes. @param args of each run */
export async function toolWork(
  scope: Scope,
  server: Promise<PipeClient>,
  [tool, args]: readonly [tool: string, args: Args | ((run: number) => Args)],
): Promise<Work> {
  const client = scope.use(await server);
  return (run) => callTool(client, tool, typeof args === 'function' ? args(run) : args);
}

/** A whole program, from its start to its end, with no settings and no language that needs loading. */
export function programWork(command: string, args: readonly string[], cwd?: string): Work {
  const { PATH = '' } = process.env;
  return () => {
    // With a pipe as input, ripgrep would search that.
    const { status, stdout } = spawnSync(command, args, {
      cwd,
      env: { PATH, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (status !== 0) throw new Error(`${command} ended with ${status}`);
    return stdout.toString();
  };
}

interface Comparison extends SamplingOptions {
  readonly reference: WorkOpener;
  readonly subject: WorkOpener;
  /** The part of the output, or of what the work left behind, that must be the same. Default: the output. */
  readonly outcome?: (output: string, scope: Scope) => string;
}

/** Both sides of a scenario, whose outcomes are compared before anything is timed. */
export function between({ reference, subject, outcome = (output) => output, ...sampling }: Comparison) {
  const side =
    (open: WorkOpener): Side =>
    async (scope) =>
      sampleCalls(await open(scope), sampling);
  const outcomeOf = async (open: WorkOpener): Promise<string> => {
    await using scope = openScope();
    return outcome(await (await open(scope))(0), scope);
  };
  return {
    ...{ reference: side(reference), subject: side(subject) },
    async agree() {
      ok((await outcomeOf(reference)) === (await outcomeOf(subject)), 'Both sides must come to the same');
    },
  } satisfies Partial<Scenario>;
}
