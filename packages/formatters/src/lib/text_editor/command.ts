import type { Failure } from '@dragoman/fs-core';
import type { RestartOutcome, RunCommandOutcome } from '@dragoman/outcomes';
import type { CommandFacts } from '../facts.ts';
import { type FormattedResult, type Reader, type Scene, text } from '../formatter.ts';
import { commandFailed, ranCommand } from '../shared/command.ts';

/** Outcome of a command, or of a restart of the shell. */
export type BashOutcome = RunCommandOutcome | RestartOutcome;

/** Result of `bash`. @example ranOrRestarted(outcome, { limit: { bytes: 20_000 } }) */
export function ranOrRestarted(outcome: BashOutcome, reader: Reader): FormattedResult<CommandFacts> {
  if (outcome.kind !== 'restarted') return ranCommand(outcome, reader);
  return { content: [text('tool has been restarted.')], outcome };
}

/**
 * Explains a failure of `bash`.
 * @example bashFailed({ code: 'CANCELLED' }, { command: 'ls' }, { root: '/project', limit: { bytes: 20_000 } })
 */
export function bashFailed(failure: Failure, args: unknown, scene: Scene): string {
  if (failure.code === 'INVALID_ARGUMENT' && failure.problem === 'empty-command') return 'no command provided.';
  return commandFailed(failure, args, scene);
}
