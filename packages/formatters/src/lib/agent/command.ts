import type { Failure, StreamText } from '@dragoman/fs-core/internal/kernel';
import type { CommandAftermath, RestartOutcome, RunCommandOutcome } from '@dragoman/outcomes/internal/parts';
import type { CommandFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Reader, type Scene, text } from '../formatter.ts';
import { aftermathLines } from '../shared/aftermath.ts';
import { signalCode } from '../shared/command-end.ts';
import { plannedCommand } from '../shared/planned-command.ts';
import { boundedStream } from '../shared/stream-text.ts';
import { besides, type TextLimit } from '../shared/text-limit.ts';
import { withLines } from '../shared/with-lines.ts';
import { withoutEnd } from '../shared/without-end.ts';
import { failedIn } from './failure.ts';

/**
 * Result of `bash` for a command that succeeded: what it printed on both streams.
 * @example ranInShell(outcome, { limit: { bytes: 20_000 } })
 */
export function ranInShell(
  outcome: RunCommandOutcome | RestartOutcome,
  { limit }: Reader,
): FormattedResult<CommandFacts> {
  switch (outcome.kind) {
    case 'restarted':
      return { content: [text('bash session restarted')], outcome };
    case 'planned-command':
      return plannedCommand(outcome);
    case 'task':
      throw new TypeError('bash starts no background commands');
    case 'command': {
      const { stdout, stderr: _, ...facts } = outcome;
      return { content: [text(output(stdout, outcome, limit))], outcome: facts };
    }
  }
}

/** Output of a command, and below it a note of what is not kept, without newlines at the end. */
function output(stream: StreamText, aftermath: CommandAftermath, limit: TextLimit): string {
  const notes = aftermathLines(aftermath, limit);
  const printed = withoutEnd(boundedStream(stream, besides(limit, notes)), '\n');
  return withLines(printed, notes).replace(/\n$/, '');
}

/**
 * Explains a failure of `bash`, such as a command that failed.
 * @example bashFailed({ code: 'CANCELLED' }, { command: 'ls' }, { root: '/project', limit: { bytes: 20_000 } })
 */
export function bashFailed(failure: Failure, args: Arguments, scene: Scene): string {
  switch (failure.code) {
    case 'COMMAND_FAILED': {
      const { exitCode, signal } = failure;
      const printed = output(failure.output, failure, scene.limit);
      return printed === '' ? `exit ${exitCode ?? (signal === null ? -1 : signalCode(signal))}` : printed;
    }
    case 'TIMEOUT': {
      if (failure.problem !== 'command') break;
      const ended = `bash: bash command timed out after ${failure.timeoutMs}ms`;
      const printed = output(failure.stdout, failure, scene.limit);
      return printed === '' ? ended : `${ended}\n${printed}`;
    }
    case 'INVALID_ARGUMENT':
      if (failure.problem === 'empty-command') return 'bash: command is required';
  }
  return failedIn('bash', failure, args);
}
