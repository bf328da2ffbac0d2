import type { StreamText } from '@dragoman/fs-core';
import type { TaskState } from '@dragoman/shell';
import type { Session } from '../session.ts';
import { shellOf } from '../session-shell.ts';
import { aftermathOf, type CommandAftermath } from './command-aftermath.ts';

/** The id that `runCommand` gave for a background command. */
export interface TaskOutputRequest {
  readonly taskId: string;
}

/** A background command as it is now. */
export interface TaskOutcome extends CommandAftermath {
  readonly kind: 'task';
  readonly taskId: string;
  readonly status: 'running' | 'completed';
  readonly stdout: StreamText;
  readonly stderr: StreamText;
  /** Null while it runs, and if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Id of its process group. */
  readonly group: number;
}

/** The state and output of a background command. @throws ToolError `TASK_NOT_FOUND`, `COMMAND_REJECTED` */
export async function taskOutput(session: Session, { taskId }: TaskOutputRequest): Promise<TaskOutcome> {
  const { shell } = await shellOf(session);
  return taskOutcome(shell.task(taskId));
}

export function taskOutcome({ id, end, stdout, stderr, group }: TaskState): TaskOutcome {
  return {
    kind: 'task',
    taskId: id,
    status: end === null ? 'running' : 'completed',
    stdout,
    stderr,
    exitCode: end?.exitCode ?? null,
    signal: end?.signal ?? null,
    group,
    ...(end && aftermathOf(end)),
  };
}
