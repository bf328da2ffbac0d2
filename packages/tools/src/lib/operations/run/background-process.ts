import { ToolError } from '@dragoman/fs-core';
import type { PlannedCommand } from '@dragoman/outcomes';
import type { ProcessListOutcome, ProcessOutcome } from '@dragoman/outcomes/internal/parts';
import type { BackgroundProcess } from '@dragoman/shell/internal/shell';
import type { CallOptions, Session } from '../../session.ts';
import { shellOf } from '../../session-shell.ts';
import { aftermathOf } from './command-aftermath.ts';
import { approvedDirectory, type CommandCall } from './run-command.ts';

/** A command for the background, and how long to wait for its first output. */
export interface BackgroundRequest {
  readonly command: string;
  /** Relative to the session's workdir, and in its trees. */
  readonly directory: string;
  readonly waitMs: number;
}

/** A background command, and how long to wait before its output is read. */
export interface ProcessOutputRequest {
  readonly pid: number;
  readonly waitMs: number;
}

/**
 * Starts a command in the background, and waits a little for its output or its end.
 * @throws ToolError `COMMAND_REJECTED`, `TOO_MANY_TASKS`, `CANCELLED`
 * @example await runInBackground(session, { command: 'npm start', directory: '', waitMs: 200 }, call)
 */
export async function runInBackground(
  session: Session,
  { command, directory, waitMs }: BackgroundRequest,
  call: CommandCall,
): Promise<ProcessOutcome | PlannedCommand> {
  const approved = await approvedDirectory(session, { command, directory, background: true }, call);
  const { shell } = await shellOf(session);
  const process = await shell.background(command, { directory: approved });
  await process.wait(waitMs, call.signal);
  return await outcomeOf(process);
}

/**
 * The output of a background command.
 * @throws ToolError `TASK_NOT_FOUND`, `COMMAND_REJECTED`, `CANCELLED`
 * @example await processOutput(session, { pid: 4711, waitMs: 0 }, call)
 */
export async function processOutput(
  session: Session,
  { pid, waitMs }: ProcessOutputRequest,
  { signal }: CallOptions,
): Promise<ProcessOutcome> {
  const { shell } = await shellOf(session);
  // An id of the system may come again.
  const process = shell.backgroundProcesses().findLast((each) => each.pid === pid);
  if (process === undefined)
    throw new ToolError({ code: 'TASK_NOT_FOUND', taskId: String(pid) }, `Find command: no process ${pid}`);
  if (waitMs > 0) await process.wait(waitMs, signal);
  return await outcomeOf(process);
}

/** Lists the background commands of a session. @example await listProcesses(session) */
export async function listProcesses(session: Session): Promise<ProcessListOutcome> {
  const { shell } = await shellOf(session);
  return { kind: 'processes', processes: shell.backgroundProcesses().map(stateOf) };
}

function stateOf({ pid, command, end }: BackgroundProcess) {
  const status = end === null ? ('running' as const) : ('exited' as const);
  return { pid, command, status, exitCode: end?.exitCode ?? null, signal: end?.signal ?? null };
}

async function outcomeOf(process: BackgroundProcess): Promise<ProcessOutcome> {
  const { createEscapeStripper } = await import('@dragoman/shell/internal/shell');
  const { head, tail, bytes, newlines } = process.output();
  const left = bytes - head.length - tail.length;
  const parts = left > 0 ? [head, Buffer.from(`\n... [${left} bytes left out] ...\n`), tail] : [head, tail];
  const output = createEscapeStripper()(new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(parts)));
  const isOpen = output !== '' && !output.endsWith('\n');
  const end = process.end === null ? {} : aftermathOf(process.end);
  return { kind: 'process', ...stateOf(process), output, lines: newlines + (isOpen ? 1 : 0), ...end };
}
