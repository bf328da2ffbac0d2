import * as agent from '@dragoman/formatters/agent';
import { ToolError } from '@dragoman/fs-core';
import type { RestartOutcome, RunCommandOutcome } from '@dragoman/outcomes';
import { aftermathOf, type Call, restartShell, runCommand, type Session } from '@dragoman/tools/internal/session';
import type * as z from 'zod/mini';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

type Arguments = z.output<typeof input.bash>;
type Outcome = RunCommandOutcome | RestartOutcome;

export const bash = tool({
  name: 'bash',
  title: 'Run a shell command',
  description:
    'Runs a bash command and returns what it printed on both streams; a command that fails is an error. The working directory stays where a command leaves it; variables and functions do not stay. Input is empty.',
  effect: 'runs',
  input: input.bash,
  operation: runOrRestart,
  request: (args) => args,
  render: agent.ranInShell,
  explain: agent.bashFailed,
});

async function runOrRestart(session: Session, args: Arguments, call: Call<Outcome>): Promise<Outcome> {
  const { command = '', restart = false, timeout_ms: timeoutMs } = args;
  const restarted = restart ? await restartShell(session) : null;
  if (restarted !== null && command === '') return restarted;
  const outcome = await runCommand(session, { command, timeoutMs, joinsStreams: true }, call);
  if (outcome.kind !== 'command' || outcome.exitCode === 0) return outcome;
  const { stdout: output, exitCode, signal, group } = outcome;
  const failure = { output, exitCode, signal, group, ...aftermathOf(outcome) };
  throw new ToolError({ code: 'COMMAND_FAILED', ...failure }, 'The command failed');
}
