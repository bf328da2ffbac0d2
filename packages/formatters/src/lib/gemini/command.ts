import type { Failure } from '@dragoman/fs-core';
import type { CommandAftermath, RunCommandOutcome } from '@dragoman/outcomes/internal/parts';
import type { EndedCommandFacts, PlannedCommandFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Reader, type Scene, text } from '../formatter.ts';
import { aftermathLines } from '../shared/aftermath.ts';
import { plannedCommand } from '../shared/planned-command.ts';
import { printableName, printableText } from '../shared/printable.ts';
import { boundedStreams, type Streams } from '../shared/stream-text.ts';
import { besides, type TextLimit } from '../shared/text-limit.ts';
import { withLines } from '../shared/with-lines.ts';
import { schemaIssue, sentenceOf } from './failure.ts';

/**
 * Result of `run_shell_command` for a command that ended.
 * @example ranShellCommand(outcome, { limit: { bytes: 20_000 } }, { command: 'ls' })
 */
export function ranShellCommand(
  outcome: RunCommandOutcome,
  { limit }: Reader,
  args: Arguments,
): FormattedResult<EndedCommandFacts | PlannedCommandFacts> {
  if (outcome.kind === 'planned-command') return plannedCommand(outcome);
  if (outcome.kind === 'task') throw new TypeError('No command of this tool runs in the background');
  const { stdout, stderr, ...facts } = outcome;
  return { content: [text(report({ ...outcome, error: null }, args, limit))], outcome: facts };
}

interface Report extends Streams, CommandAftermath {
  readonly error: string | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly group: number;
  readonly backgroundPids: readonly number[];
}

function report(outcome: Report, args: Arguments, limit: TextLimit): string {
  const { error, exitCode, signal, backgroundPids, group } = outcome;
  const head = `Command: ${printableText(String(args.command))}\nDirectory: ${printableName(String(args.directory || '(root)'))}\n`;
  const tail = [
    `Error: ${error ?? '(none)'}`,
    `Exit Code: ${exitCode ?? '(none)'}`,
    `Signal: ${signal ?? '(none)'}`,
    `Background PIDs: ${backgroundPids.length > 0 ? backgroundPids.join(', ') : '(none)'}`,
    `Process Group PGID: ${group}`,
  ].join('\n');
  const notes = aftermathLines(outcome, limit);
  const frame = (stdout: string, stderr: string) => `${head}Stdout: ${stdout}\nStderr: ${stderr}\n${tail}`;
  const { stdout, stderr } = boundedStreams(outcome, besides(limit, frame(EMPTY, `${EMPTY}\n${notes}`)));
  return frame(stdout || EMPTY, withLines(stderr, notes) || EMPTY);
}

const EMPTY = '(empty)';

/**
 * Explains for `run_shell_command` that a command was rejected, timed out or was cancelled.
 * @example shellCommandFailed({ code: 'CANCELLED' }, { command: 'ls' }, { root: '/project', limit: { bytes: 20_000 } })
 */
export function shellCommandFailed(failure: Failure, args: Arguments, { limit }: Scene): string {
  const schema = schemaIssue(failure);
  if (schema !== null) return schema;
  if (failure.code === 'TIMEOUT' && failure.problem === 'command') {
    const error = `Command timed out after ${failure.timeoutMs} ms and was ended`;
    return report({ ...failure, error, exitCode: null, backgroundPids: [] }, args, limit);
  }
  if (failure.code === 'CANCELLED') return 'Command was cancelled by user before it could complete.';
  return `Command rejected: ${args.command}\nReason: ${rejection(failure)}`;
}

function rejection(failure: Failure): string {
  if (failure.code === 'NOT_FOUND') return NO_DIRECTORY;
  if (failure.code !== 'COMMAND_REJECTED') return sentenceOf(failure);
  switch (failure.problem) {
    case 'substitution':
      return `Command substitution using ${failure.syntax} is not allowed for security reasons`;
    case 'empty':
      return 'Command cannot be empty.';
    case 'absolute':
      return 'Directory cannot be absolute. Must be relative to the project root directory.';
    case 'directory':
      return NO_DIRECTORY;
    default:
      return sentenceOf(failure);
  }
}

const NO_DIRECTORY = 'Directory must exist.';
