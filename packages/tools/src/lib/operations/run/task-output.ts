import type { TaskOutcome } from '@dragoman/outcomes';
import type { TaskState } from '@dragoman/shell/internal/shell';
import type { Session } from '../../session.ts';
import { shellOf } from '../../session-shell.ts';
import { aftermathOf } from './command-aftermath.ts';
import { wholeOutput } from './whole-output.ts';

/** The id that `runCommand` gave for a background command. */
export interface TaskOutputRequest {
  readonly taskId: string;
}

/**
 * The state and output of a background command.
 * @throws ToolError `TASK_NOT_FOUND`, `COMMAND_REJECTED`
 * @example await taskOutput(session, { taskId: 'task_1' })
 */
export async function taskOutput(session: Session, { taskId }: TaskOutputRequest): Promise<TaskOutcome> {
  const { shell } = await shellOf(session);
  const task = shell.task(taskId);
  const log = session.commandLogs.outputOf(taskId);
  return { ...taskOutcome(task), ...(log && wholeOutput(task, log)) };
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
