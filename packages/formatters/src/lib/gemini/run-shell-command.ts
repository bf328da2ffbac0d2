import type { Failure, RunCommandOutcome } from '@dragoman/tools';
import { text } from '../content.ts';
import type { EndedCommandFacts, PlannedCommandFacts } from '../facts.ts';
import type { Reader } from '../reader.ts';
import type { Rendered } from '../rendered.ts';
import type { Scene } from '../scene.ts';
import { plannedCommand } from '../shared/planned-command.ts';
import { boundedStreams, type Streams } from '../shared/stream-text.ts';
import { besides, type TextLimit } from '../shared/text-limit.ts';
import { type Arguments, schemaIssue, sentenceOf } from './parameters.ts';

/** What `run_shell_command` shows of a command that ended. */
export function ranShellCommand(
  outcome: RunCommandOutcome,
  { limit }: Reader,
  args: Arguments,
): Rendered<EndedCommandFacts | PlannedCommandFacts, undefined> {
  if (outcome.kind === 'planned-command') return plannedCommand(outcome);
  if (outcome.kind === 'task') throw new TypeError('No command of this tool runs in the background');
  const { stdout, stderr, ...facts } = outcome;
  return { content: [text(report({ ...outcome, error: null }, args, limit))], outcome: facts };
}

interface Report extends Streams {
  readonly error: string | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly group: number;
  readonly backgroundPids: readonly number[];
}

function report(outcome: Report, args: Arguments, limit: TextLimit): string {
  const { error, exitCode, signal, backgroundPids, group } = outcome;
  const head = `Command: ${args.command}\nDirectory: ${args.directory || '(root)'}\n`;
  const tail = [
    `Error: ${error ?? '(none)'}`,
    `Exit Code: ${exitCode ?? '(none)'}`,
    `Signal: ${signal ?? '(none)'}`,
    `Background PIDs: ${backgroundPids.length > 0 ? backgroundPids.join(', ') : '(none)'}`,
    `Process Group PGID: ${group}`,
  ].join('\n');
  const frame = (stdout: string, stderr: string) => `${head}Stdout: ${stdout}\nStderr: ${stderr}\n${tail}`;
  const { stdout, stderr } = boundedStreams(outcome, besides(limit, frame(EMPTY, EMPTY)));
  return frame(stdout || EMPTY, stderr || EMPTY);
}

const EMPTY = '(empty)';

/** How `run_shell_command` explains that a command was rejected, timed out or was cancelled. */
export function shellCommandFailed(failure: Failure, args: Arguments, { limit }: Scene): string {
  const schema = schemaIssue(failure);
  if (schema !== null) return schema;
  const { code, details } = failure;
  if (code === 'TIMEOUT') return timedOut(details, args, limit);
  if (code === 'CANCELLED') return 'Command was cancelled by user before it could complete.';
  return `Command rejected: ${args.command}\nReason: ${rejection(failure)}`;
}

function timedOut(details: Failure['details'], args: Arguments, limit: TextLimit): string {
  const { timeoutMs, ...outcome } = details as unknown as Report & { readonly timeoutMs: number };
  const error = `Command timed out after ${timeoutMs} ms and was ended`;
  return report({ ...outcome, error, exitCode: null, backgroundPids: [] }, args, limit);
}

function rejection(failure: Failure): string {
  const { code, details } = failure;
  switch (details.problem) {
    case 'substitution':
      return `Command substitution using ${details.syntax} is not allowed for security reasons`;
    case 'empty':
      return 'Command cannot be empty.';
    case 'absolute':
      return 'Directory cannot be absolute. Must be relative to the project root directory.';
    case 'directory':
      return 'Directory must exist.';
    default:
      return code === 'NOT_FOUND' ? 'Directory must exist.' : sentenceOf(failure);
  }
}
