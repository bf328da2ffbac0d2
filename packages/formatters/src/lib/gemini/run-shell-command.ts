import type { CommandOutcome, Failure, StreamText } from '@dragoman/tools';
import { text } from '../content.ts';
import type { Rendered, RenderLimits } from '../rendered.ts';
import { boundedStreamText } from '../shared/stream-text.ts';
import { type Arguments, schemaIssue, sentenceOf } from './parameters.ts';

/** What `run_shell_command` shows of a command that ended. */
export function ranShellCommand(outcome: CommandOutcome, { maxBytes }: RenderLimits, args: Arguments): Rendered {
  const { stdout, stderr, ...facts } = outcome;
  return { content: [text(report({ ...outcome, error: null }, args, maxBytes))], outcome: facts };
}

interface Report {
  readonly stdout: StreamText;
  readonly stderr: StreamText;
  readonly error: string | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly group: number;
  readonly backgroundPids: readonly number[];
}

function report(outcome: Report, args: Arguments, maxBytes: number): string {
  const { stdout, stderr, error, exitCode, signal, backgroundPids, group } = outcome;
  const head = `Command: ${args.command}\nDirectory: ${args.directory || '(root)'}\n`;
  const tail = [
    `Error: ${error ?? '(none)'}`,
    `Exit Code: ${exitCode ?? '(none)'}`,
    `Signal: ${signal ?? '(none)'}`,
    `Background PIDs: ${backgroundPids.length > 0 ? backgroundPids.join(', ') : '(none)'}`,
    `Process Group PGID: ${group}`,
  ].join('\n');
  // Each stream gets half of the room.
  const room = Math.max(0, maxBytes - Buffer.byteLength(head + tail) - 100) / 2;
  const shown = (stream: StreamText) => boundedStreamText(stream, room) || '(empty)';
  return `${head}Stdout: ${shown(stdout)}\nStderr: ${shown(stderr)}\n${tail}`;
}

/** How `run_shell_command` explains that a command was rejected, timed out or was cancelled. */
export function shellCommandFailed(failure: Failure, args: Arguments): string {
  const schema = schemaIssue(failure);
  if (schema !== null) return schema;
  const { code, details } = failure;
  if (code === 'TIMEOUT') return timedOut(details, args);
  if (code === 'CANCELLED') return 'Command was cancelled by user before it could complete.';
  return `Command rejected: ${args.command}\nReason: ${rejection(failure)}`;
}

function timedOut(details: Failure['details'], args: Arguments): string {
  const { timeoutMs, ...outcome } = details as unknown as Report & { readonly timeoutMs: number };
  const error = `Command timed out after ${timeoutMs} ms and was ended`;
  return report({ ...outcome, error, exitCode: null, backgroundPids: [] }, args, Number.POSITIVE_INFINITY);
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
