import { ToolError } from '@dragoman/fs-core';
import type { PlannedCommand, WatchedOutcome } from '@dragoman/outcomes';
import type { WatchedState } from '@dragoman/shell/internal/shell';
import type { CallOptions, Session } from '../../session.ts';
import { shellOf } from '../../session-shell.ts';
import { aftermathOf } from './command-aftermath.ts';
import { approvedDirectory, type CommandCall } from './run-command.ts';

/** A command, and how long to wait for its output. */
export interface ExecCommandRequest {
  /** An empty one does nothing, and ends with 0. */
  readonly command: string;
  /** Relative to the session's workdir, and in its trees. */
  readonly directory: string;
  readonly waitMs: number;
}

/** A command that `execCommand` left running, and how long to wait for more of its output. */
export interface WatchRequest {
  readonly sessionId: number;
  /** Text for its input, which is closed. */
  readonly input: string;
  readonly waitMs: number;
}

/**
 * Runs a command until it ends, or leaves it running after some time.
 * @throws ToolError `INVALID_ARGUMENT`, `COMMAND_REJECTED`, `TOO_MANY_TASKS`, `CANCELLED`
 * @example await execCommand(session, { command: 'npm test', directory: '/project', waitMs: 10_000 }, call)
 */
export async function execCommand(
  session: Session,
  { command, directory, waitMs }: ExecCommandRequest,
  call: CommandCall,
): Promise<WatchedOutcome | PlannedCommand> {
  const since = performance.now();
  const approved = await approvedDirectory(session, { command, directory, background: true }, call);
  const { shell } = await shellOf(session);
  const watched = await shell.watch(command, { directory: approved });
  return watchedOutcome(await watched.wait(waitMs, call.signal), since);
}

/**
 * Waits for more of a command's output.
 * @throws ToolError `TASK_NOT_FOUND`, `COMMAND_REJECTED`, `CANCELLED`
 * @example await watchCommand(session, { sessionId: 1, input: 'yes\n', waitMs: 1000 }, call)
 */
export async function watchCommand(
  session: Session,
  { sessionId, input, waitMs }: WatchRequest,
  { signal }: CallOptions,
): Promise<WatchedOutcome> {
  const since = performance.now();
  const { shell } = await shellOf(session);
  const watched = shell.watched(sessionId);
  if (input !== '')
    throw new ToolError({ code: 'COMMAND_REJECTED', problem: 'input-closed' }, 'Write to command: its input is closed');
  return watchedOutcome(await watched.wait(waitMs, signal), since);
}

function watchedOutcome({ id, output, end, group }: WatchedState, since: number): WatchedOutcome {
  return {
    kind: 'watched',
    sessionId: end === null ? id : null,
    output,
    exitCode: end?.exitCode ?? null,
    signal: end?.signal ?? null,
    group,
    elapsedMs: performance.now() - since,
    ...(end && aftermathOf(end)),
  };
}
