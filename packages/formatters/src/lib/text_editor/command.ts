import type { Failure, RestartOutcome, RunCommandOutcome } from '@dragoman/tools';
import { text } from '../content.ts';
import type { CommandFacts } from '../facts.ts';
import type { Reader } from '../reader.ts';
import type { Rendered } from '../rendered.ts';
import type { Scene } from '../scene.ts';
import { commandFailed, ranCommand } from '../shared/command.ts';

/** What became of a command, or of the shell. */
export type BashOutcome = RunCommandOutcome | RestartOutcome;

/** What `bash` answers. */
export function ranOrRestarted(outcome: BashOutcome, reader: Reader): Rendered<CommandFacts, undefined> {
  if (outcome.kind !== 'restarted') return ranCommand(outcome, reader);
  return { content: [text('tool has been restarted.')], outcome };
}

/** How `bash` explains a failure. */
export function bashFailed(failure: Failure, args: unknown, scene: Scene): string {
  if (failure.code === 'INVALID_ARGUMENT' && failure.problem === 'empty-command') return 'no command provided.';
  return commandFailed(failure, args, scene);
}
