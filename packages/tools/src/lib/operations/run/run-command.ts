import { resolve } from 'node:path';
import { ToolError } from '@dragoman/fs-core';
import type { PlannedCommand, RunCommandOutcome } from '@dragoman/outcomes';
import type { CommandAftermath } from '@dragoman/outcomes/internal/parts';
import type { CommandResult } from '@dragoman/shell/internal/shell';
import { reportElapsed } from '../../elapsed-progress.ts';
import type { Call, CallOptions, Session } from '../../session.ts';
import { assertApproval } from '../../session-changes.ts';
import { shellOf } from '../../session-shell.ts';
import { aftermathOf } from './command-aftermath.ts';
import { taskOutcome } from './task-output.ts';
import { wholeOutput } from './whole-output.ts';

/** A shell command, and how it runs. */
export interface RunCommandRequest {
  readonly command: string;
  /**
   * Relative to the session's workdir, and in its trees. Default: the session's current directory. A command that runs
   * in a given directory does not change the session's.
   */
  readonly directory?: string;
  /** Default: the session's; for a background command, no limit. */
  readonly timeoutMs?: number | undefined;
  readonly background?: boolean | undefined;
  /** True if standard error comes with standard output, in the order of their lines. */
  readonly joinsStreams?: boolean;
}

/** A call that runs a command. */
export type CommandCall = CallOptions & Pick<Call<PlannedCommand>, 'approve'>;

/**
 * Runs a command and waits for it, or starts one in the background.
 * @throws ToolError `COMMAND_REJECTED`, `TIMEOUT`, `CANCELLED`, `CONFLICT` if it was approved in another directory
 * @example await runCommand(session, { command: 'npm test', timeoutMs: 60_000 }, call)
 */
export async function runCommand(
  session: Session,
  request: RunCommandRequest,
  call: CommandCall,
): Promise<RunCommandOutcome> {
  const { command, timeoutMs, background = false, joinsStreams = false } = request;
  if (command.trim() === '')
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'empty-command' }, 'Run command: it is empty');
  const directory = await approvedDirectory(session, request, call);
  const { shell, defaultTimeoutMs } = await shellOf(session);
  const explain = (error: unknown): never => {
    throw leftGoneDirectory(session, request, error);
  };
  const log = session.commandLogs.open();
  if (background) {
    const options = { directory, onOutput: log.add, ...(timeoutMs !== undefined && { timeoutMs }) };
    const task = await shell.start(command, options).catch(explain);
    session.commandLogs.keepOutput(task.id, log);
    void task.ended.then(log.close);
    return { ...taskOutcome(task), started: true };
  }
  const limit = timeoutMs ?? defaultTimeoutMs;
  using _progress = reportElapsed(call, 'Command');
  const options = { directory, timeoutMs: limit, joinsStreams, onOutput: log.add };
  const ended = await shell.run(command, { ...options, ...(call.signal && { signal: call.signal }) }).catch(explain);
  log.close();
  const result = { ...ended, ...wholeOutput(ended, log) };
  const refusedDirectory = request.directory === undefined ? await move(session, result.directory) : null;
  if (result.ending !== 'exit') throw cutShort(result, limit);
  const { ending, directory: _, ...facts } = result;
  return { kind: 'command', ...facts, cwd: session.cwd, refusedDirectory };
}

/** The directory in which the command runs: if the command was approved, the one in which it was approved. */
export async function approvedDirectory(
  session: Session,
  request: RunCommandRequest,
  call: CommandCall,
): Promise<string> {
  if (call.approve === undefined) return directoryOf(session, request);
  using _turn = await session.turns.take(call.signal);
  const directory = await directoryOf(session, request);
  const { command, background = false } = request;
  const timeoutMs = request.timeoutMs ?? (background ? null : (session.shell?.timeoutMs ?? null));
  await assertApproval(session, { kind: 'planned-command', command, directory, timeoutMs, background }, call);
  if ((await directoryOf(session, request)) === directory) return directory;
  throw new ToolError(
    { code: 'CONFLICT', problem: 'unapproved', path: directory, unapproved: true },
    `Run command: "${directory}" is not its directory any more`,
  );
}

async function directoryOf(session: Session, { directory }: RunCommandRequest): Promise<string> {
  return directory === undefined ? session.cwd : openWorkingDirectory(session, directory);
}

/** Moves the session to the directory a command ended in; returns the directory if the session may not go there. */
async function move(session: Session, directory: string | null): Promise<string | null> {
  if (directory === null || directory === session.cwd) return null;
  if (session.shell?.isConfined && !(await isAllowed(session, directory))) return directory;
  session.changeDirectory(directory);
  return null;
}

/** True if a session may work in a directory. */
export async function isAllowed({ volume }: Session, directory: string): Promise<boolean> {
  try {
    using opened = await volume.open(directory, { for: 'names' });
    return opened.kind === 'directory';
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return false;
  }
}

/** @throws ToolError `COMMAND_REJECTED`, with the same words for a missing directory and for one outside the trees */
async function openWorkingDirectory(session: Session, directory: string): Promise<string> {
  if (directory === '') return session.workdir;
  const path = resolve(session.workdir, directory);
  try {
    using opened = await session.volume.open(path, { for: 'names' });
    if (opened.kind === 'directory') return opened.realPath;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
  }
  throw new ToolError(
    { code: 'COMMAND_REJECTED', directory, problem: 'directory' },
    `Run command: no directory "${directory}"`,
  );
}

/** Moves the session back to its workdir if its directory was removed: no command could run there any more. */
export function leftGoneDirectory(session: Session, request: RunCommandRequest, error: unknown): unknown {
  if (!(error instanceof ToolError) || error.code !== 'NOT_FOUND' || request.directory !== undefined) return error;
  const path = session.cwd;
  session.changeDirectory(session.workdir);
  const message = `Working directory "${path}" is gone; the next command runs in "${session.workdir}"`;
  return new ToolError({ code: 'NOT_FOUND', path, workdir: session.workdir }, message, { cause: error });
}

function cutShort(result: CommandResult & CommandAftermath, timeoutMs: number): ToolError {
  const { ending, stdout, stderr, signal, group } = result;
  if (ending === 'cancelled') return new ToolError({ code: 'CANCELLED' }, 'Command cancelled');
  return new ToolError(
    { code: 'TIMEOUT', problem: 'command', timeoutMs, stdout, stderr, signal, group, ...aftermathOf(result) },
    `Command ended after ${timeoutMs} ms`,
  );
}
