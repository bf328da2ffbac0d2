import type { Failure } from '@dragoman/fs-core';
import type { PatchOutcome, PlannedCommand, WatchedOutcome } from '@dragoman/outcomes';
import type { CommandFacts, PatchFacts } from '../facts.ts';
import { type FormattedResult, type Reader, text } from '../formatter.ts';
import { aftermathLines } from '../shared/aftermath.ts';
import { signalCode } from '../shared/command-end.ts';
import { plannedCommand } from '../shared/planned-command.ts';
import { fits, largestFitting } from '../shared/text-limit.ts';
import type { TypedCommand } from '../shared/typed-answer.ts';
import { withLines } from '../shared/with-lines.ts';
import { patchFacts, patchReport } from './edit.ts';
import { otherFailure } from './failure.ts';

/** Limit on the output that is shown, and the id of the answer. */
export interface OutputLimit {
  readonly maxTokens: number;
  /** Six hex digits. */
  readonly chunkId: string;
}

/**
 * Result of `exec_command` and `write_stdin`; a patch that a command line held was applied.
 * @example commandWatched(outcome, { limit: { bytes: 20_000 } }, { maxTokens: 10_000, chunkId: '00c0de' })
 */
export function commandWatched(
  outcome: WatchedOutcome | PlannedCommand | PatchOutcome,
  { limit }: Reader,
  { maxTokens, chunkId }: OutputLimit,
): FormattedResult<CommandFacts | PatchFacts> {
  if (outcome.kind === 'planned-command') return plannedCommand(outcome);
  if (outcome.kind === 'patch') {
    const report = outcome.dryRun ? patchReport(outcome) : `${wallTime(outcome)}Output:\n${patchReport(outcome)}`;
    return { content: [text(report)], outcome: patchFacts(outcome) };
  }
  const { output, ...facts } = outcome;
  const head = `Chunk ID: ${chunkId}\n${wallTime(outcome)}${state(outcome)}\nOriginal token count: ${tokensOf(output.bytes)}\nOutput:\n`;
  const notes = aftermathLines(outcome, limit);
  const reportOf = (tokens: number) => withLines(head + outputText(output, tokens), notes);
  const tokens = largestFitting(Math.max(0, maxTokens), (some) => fits(reportOf(some), limit));
  const typed = (): TypedCommand => ({
    output: outputText(output, maxTokens),
    exit_code: outcome.sessionId === null ? exitCode(outcome) : null,
    session_id: outcome.sessionId,
    wall_time_seconds: outcome.elapsedMs / 1000,
    chunk_id: chunkId,
    original_token_count: tokensOf(output.bytes),
  });
  return { content: [text(reportOf(tokens))], outcome: { ...facts, bytes: output.bytes }, typed };
}

function wallTime({ elapsedMs }: { readonly elapsedMs: number }): string {
  return `Wall time: ${(elapsedMs / 1000).toFixed(4)} seconds\n`;
}

function state(outcome: WatchedOutcome): string {
  const { sessionId } = outcome;
  if (sessionId !== null) return `Process running with session ID ${sessionId}`;
  return `Process exited with code ${exitCode(outcome)}`;
}

function exitCode({ exitCode: code, signal }: WatchedOutcome): number {
  return code ?? (signal === null ? -1 : signalCode(signal));
}

const BYTES_PER_TOKEN = 4;

function tokensOf(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

type Output = WatchedOutcome['output'];

function outputText({ head, tail, bytes, newlines }: Output, maxTokens: number): string {
  const isWhole = head.length === bytes;
  if (isWhole && bytes <= BYTES_PER_TOKEN * maxTokens) return decoded(head);
  const half = (BYTES_PER_TOKEN / 2) * maxTokens;
  const end = isWhole ? head : tail;
  const lines = newlines + (end.at(-1) === 0x0a ? 0 : 1);
  const count = tokensOf(bytes);
  const warning = `Warning: truncated output (original token count: ${count})\nTotal output lines: ${lines}\n\n`;
  const cut = `…${count - maxTokens} tokens truncated…`;
  return warning + decoded(headOf(head, half)) + cut + decoded(tailOf(end, half));
}

/** The whole characters among the first `count` bytes. */
function headOf(bytes: Uint8Array, count: number): Uint8Array {
  let end = Math.min(count, bytes.length);
  while (end < bytes.length && end > 0 && isContinuation(bytes[end])) end -= 1;
  return bytes.subarray(0, end);
}

function tailOf(bytes: Uint8Array, count: number): Uint8Array {
  let start = Math.max(0, bytes.length - count);
  while (start < bytes.length && start > 0 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}

/** True if a byte is a continuation byte of UTF-8. */
function isContinuation(byte = 0): boolean {
  return byte >> 6 === 0b10;
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Explains a failure of `exec_command`. @example execFailed({ code: 'CANCELLED' }) */
export function execFailed(failure: Failure): string {
  if (failure.code === 'INVALID_ARGUMENT' && failure.problem === 'terminal')
    return 'TTY execution is disabled by config; omit `tty` or set it to false.';
  return `exec_command failed: ${otherFailure(failure)}`;
}

/** Explains a failure of `write_stdin`. @example stdinFailed({ code: 'CANCELLED' }) */
export function stdinFailed(failure: Failure): string {
  if (failure.code === 'TASK_NOT_FOUND') return `write_stdin failed: Unknown process id ${failure.taskId}`;
  if (failure.code === 'COMMAND_REJECTED' && failure.problem === 'input-closed')
    return 'write_stdin failed: stdin is closed for this session; rerun exec_command with tty=true to keep stdin open';
  return otherFailure(failure);
}
