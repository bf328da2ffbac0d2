import type { Failure } from '@dragoman/fs-core';
import type { PlannedCommand, RunCommandOutcome } from '@dragoman/outcomes';
import type { CommandAftermath, ProcessListOutcome, ProcessOutcome } from '@dragoman/outcomes/internal/parts';
import type { EndedCommandFacts, PlannedCommandFacts, ProcessFacts, ProcessListFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Reader, type Scene, text } from '../formatter.ts';
import { aftermathLines } from '../shared/aftermath.ts';
import { bothEnds } from '../shared/both-ends.ts';
import { signalNumber } from '../shared/command-end.ts';
import { plannedCommand } from '../shared/planned-command.ts';
import { printableText } from '../shared/printable.ts';
import { streamText } from '../shared/stream-text.ts';
import { besides, type TextLimit } from '../shared/text-limit.ts';
import { otherFailure } from './failure.ts';

/**
 * Result of `run_shell_command` for a command that ended, or that runs in the background.
 * @example ranShellCommand(outcome, { limit: { bytes: 20_000 } })
 */
export function ranShellCommand(
  outcome: RunCommandOutcome | ProcessOutcome | PlannedCommand,
  { limit }: Reader,
): FormattedResult<EndedCommandFacts | ProcessFacts | PlannedCommandFacts> {
  switch (outcome.kind) {
    case 'planned-command':
      return plannedCommand(outcome);
    case 'task':
      throw new TypeError('No command of this tool is a task');
    case 'process': {
      const { output, lines, ...facts } = outcome;
      const shown =
        outcome.status === 'running' ? started(outcome, limit) : report({ ...outcome, group: outcome.pid }, limit);
      return { content: [text(shown)], outcome: facts };
    }
    case 'command': {
      const { stdout, stderr, ...facts } = outcome;
      return { content: [text(report({ ...outcome, output: streamText(stdout) }, limit))], outcome: facts };
    }
  }
}

function started({ pid, output }: ProcessOutcome, limit: TextLimit): string {
  const head = `Command is running in background. PID: ${pid}. Initial output:\n`;
  return head + bothEnds(output, besides(limit, head));
}

interface CommandReport extends CommandAftermath {
  readonly output: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly backgroundPids?: readonly number[];
  readonly group: number;
}

function report(outcome: CommandReport, limit: TextLimit): string {
  const { exitCode, signal, backgroundPids = [], group } = outcome;
  const end = [
    ...(exitCode !== null && exitCode !== 0 ? [`Exit Code: ${exitCode}`] : []),
    ...(signal === null ? [] : [`Signal: ${signalNumber(signal)}`]),
    ...(backgroundPids.length > 0 ? [`Background PIDs: ${backgroundPids.join(', ')}`] : []),
    `Process Group PGID: ${group}`,
  ].join('\n');
  const notes = aftermathLines(outcome, limit).trimEnd();
  const tail = `\n${end}${notes === '' ? '' : `\n${notes}`}`;
  const output = bothEnds(outcome.output.trim() || '(empty)', besides(limit, `Output: ${tail}`));
  return `Output: ${output}${tail}`;
}

/**
 * Explains a failure of `run_shell_command`.
 * @example shellCommandFailed({ code: 'CANCELLED' }, { command: 'ls' }, { root: '/project', limit: { bytes: 20_000 } })
 */
export function shellCommandFailed(failure: Failure, _args: Arguments, { limit }: Scene): string {
  if (failure.code === 'CANCELLED') return 'Command was cancelled by user before it could complete.';
  if (failure.code === 'TIMEOUT' && failure.problem === 'command') {
    const minutes = (failure.timeoutMs / 60_000).toFixed(1);
    const ended = `Command was automatically cancelled because it exceeded the timeout of ${minutes} minutes.`;
    const output = streamText(failure.stdout).trim();
    if (output === '') return `${ended} There was no output before it was cancelled.`;
    const head = `${ended} Below is the output before it was cancelled:\n`;
    return head + bothEnds(output, besides(limit, head));
  }
  if (failure.code !== 'COMMAND_REJECTED') return otherFailure(failure);
  switch (failure.problem) {
    case 'substitution':
      return 'Command injection detected: command substitution syntax ($(), backticks, <() or >()) found in command arguments. On PowerShell, @() array subexpressions and $() subexpressions are also blocked. This is a security risk and the command was blocked.';
    case 'empty':
      return 'Command cannot be empty.';
    default:
      return otherFailure(failure);
  }
}

/** Result of `list_background_processes`. @example listedProcesses({ kind: 'processes', processes: [] }) */
export function listedProcesses(outcome: ProcessListOutcome): FormattedResult<ProcessListFacts> {
  const lines = outcome.processes.map(({ pid, command, status, exitCode, signal }) => {
    const code = exitCode === null ? '' : ` (Exit Code: ${exitCode})`;
    const ended = signal === null ? code : ` (Signal: ${signalNumber(signal)})`;
    return `- [PID ${pid}] ${status.toUpperCase()}: \`${printableText(command)}\`${ended}`;
  });
  return { content: [text(lines.join('\n') || 'No background processes found.')], outcome };
}

/**
 * Result of `read_background_output`: the last lines.
 * @example readProcessOutput(outcome, { limit: { bytes: 20_000 } }, { pid: 4711, lines: 10 })
 */
export function readProcessOutput(
  outcome: ProcessOutcome,
  { limit }: Reader,
  { lines: asked }: Arguments,
): FormattedResult<ProcessFacts> {
  const { output, lines, ...facts } = outcome;
  if (output === '') return { content: [text('Log is empty.')], outcome: facts };
  const most = typeof asked === 'number' ? asked : 100;
  const shown = output.replace(/\n$/, '').split('\n').slice(-most).join('\n');
  const head = most < lines ? `Showing last ${most} of ${lines} lines:\n` : 'Full Log Output:\n';
  return { content: [text(head + bothEnds(shown, besides(limit, head)))], outcome: facts };
}

/** Explains a failure of `read_background_output`. @example processOutputFailed({ code: 'CANCELLED' }) */
export function processOutputFailed(failure: Failure): string {
  return failure.code === 'TASK_NOT_FOUND'
    ? `Background process history lookup failed for PID ${failure.taskId}`
    : otherFailure(failure);
}
