import type { Failure, FailureOf } from '@dragoman/fs-core';
import type { SavedOutput, StreamText } from '@dragoman/fs-core/internal/kernel';
import type { PlannedCommand } from '@dragoman/outcomes';
import type { LoggedCommandOutcome, StoppedCommandOutcome, TaskLogOutcome } from '@dragoman/outcomes/internal/parts';
import type { CommandFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Reader, type Scene, text } from '../formatter.ts';
import { aftermathLines } from '../shared/aftermath.ts';
import { signalCode } from '../shared/command-end.ts';
import { plannedCommand } from '../shared/planned-command.ts';
import { printableName } from '../shared/printable.ts';
import { withLines } from '../shared/with-lines.ts';
import { toolFailed } from './failure.ts';
import { shortSize } from './short-size.ts';

/** Result of `Bash` of dialect `claude`. @example ranCommand(outcome, { limit: { bytes: 20_000 } }) */
export function ranCommand(
  outcome: LoggedCommandOutcome | PlannedCommand,
  { limit }: Reader,
): FormattedResult<CommandFacts> {
  if (outcome.kind === 'planned-command') return plannedCommand(outcome);
  const { output, ...facts } = outcome;
  const notes = aftermathLines(outcome, limit);
  return { content: [text(withLines(printed(outcome), notes))], outcome: facts };
}

function printed(outcome: LoggedCommandOutcome): string {
  const { state, output, saved, refusedDirectory, cwd } = outcome;
  if (state === 'background') return `Command running in background with ID: ${outcome.taskId}. ${whereabouts(saved)}`;
  const shown = shownOutput(output, saved);
  if (state === 'moved') {
    const moved = `Command did not complete within its ${outcome.timeoutMs / 1000}s timeout and was moved to the background (ID: ${outcome.taskId}). ${whereabouts(saved)}`;
    return shown === '' ? moved : `${shown}\n${moved}`;
  }
  const reset = refusedDirectory === null ? '' : resetNote(cwd);
  return shown === '' && reset === '' ? '(Bash completed with no output)' : joined(shown, reset);
}

function whereabouts(saved: SavedOutput | null): string {
  if (saved === null) return 'There is no place for a file with its output.';
  return `Output is being written to: ${saved.path}. To check interim output, use Read on that file path.`;
}

function resetNote(cwd: string): string {
  return `Shell cwd was reset to ${printableName(cwd)}`;
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

const MOST_CHARACTERS = 30_000;
const MOST_PREVIEW_CHARACTERS = 2_000;

/** Output without blank lines before and white space after it; of a long one the beginning, and where all of it is. */
function shownOutput({ text: beginning, totalCharacters }: StreamText, saved: SavedOutput | null): string {
  const shown = beginning.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
  if (totalCharacters <= MOST_CHARACTERS) return shown;
  const where = saved === null ? 'There is no place for a file with all of it.' : `Full output saved to: ${saved.path}`;
  return `Output too large (${shortSize(saved?.size ?? totalCharacters)}). ${where}\n\nPreview (first 2KB):\n${preview(shown)}\n...`;
}

function preview(shown: string): string {
  const first = shown.slice(0, MOST_PREVIEW_CHARACTERS);
  const end = first.lastIndexOf('\n');
  return end <= 0 ? first : first.slice(0, end);
}

/**
 * Explains a failure of `Bash`; a command that failed shows its output.
 * @example commandFailed({ code: 'CANCELLED' }, {}, { root: '/p', limit: { bytes: 20_000 } })
 */
export function commandFailed(failure: Failure, args: Arguments, scene: Scene): string {
  if (failure.code !== 'COMMAND_FAILED') return toolFailed(failure, args, scene);
  const { exitCode, signal, output, saved = null, resetTo } = failure;
  const code = exitCode ?? (signal === null ? 1 : signalCode(signal));
  const body = joined(shownOutput(output, saved), resetTo === undefined ? '' : resetNote(resetTo));
  return withLines(joined(`Exit code ${code}`, body), aftermathLines(failure, scene.limit));
}

/** Result of `TaskStop` of dialect `claude`. @example stoppedTask({ kind: 'stopped', taskId: '1', command: 'sleep 9' }) */
export function stoppedTask({ kind, taskId, command }: StoppedCommandOutcome): FormattedResult<CommandFacts> {
  const message = `Successfully stopped task: ${taskId} (${command})`;
  const answer = { message, task_id: taskId, task_type: 'local_bash', command };
  return { content: [text(JSON.stringify(answer))], outcome: { kind, taskId, command } };
}

/** The output so far of a command in the background. @example taskLog(outcome) */
export function taskLog({ output, ...facts }: TaskLogOutcome): FormattedResult<CommandFacts> {
  const state = facts.isRunning ? '[The command is running]' : '[The command has ended]';
  return { content: [text(joined(output.text.trimEnd(), state))], outcome: facts };
}

/**
 * Explains a failure of the tools for background commands.
 * @example taskFailed({ code: 'TASK_NOT_FOUND', taskId: '1' }, { task_id: '1' }, { root: '/p', limit: { bytes: 20_000 } })
 */
export function taskFailed(failure: Failure, args: Arguments, scene: Scene): string {
  if (failure.code === 'TASK_NOT_FOUND') return `No task found with ID: ${failure.taskId}`;
  return isMissing(failure) ? 'Missing required parameter: task_id' : toolFailed(failure, args, scene);
}

function isMissing(failure: Failure): failure is FailureOf<'INVALID_ARGUMENT'> {
  if (failure.code !== 'INVALID_ARGUMENT' || failure.problem !== 'arguments') return false;
  return failure.issues.some(({ argument, problem }) => argument === 'task_id' && problem === 'missing');
}
