import { ToolError } from '@dragoman/fs-core';
import type { StoppedCommandOutcome, TaskLogOutcome } from '@dragoman/outcomes/internal/parts';
import type { Session } from '../../session.ts';

/** The id by which `runLogged` names a command that goes on. */
export interface LoggedTaskRequest {
  readonly taskId: string;
}

/**
 * Stops a command that runs in the background.
 * @throws ToolError `TASK_NOT_FOUND`, also for one that has ended
 * @example await stopTask(session, { taskId: '0a1b2c3d' })
 */
export async function stopTask(session: Session, { taskId }: LoggedTaskRequest): Promise<StoppedCommandOutcome> {
  const { command, isRunning, stop } = session.commandLogs.task(taskId);
  if (!isRunning()) throw new ToolError({ code: 'TASK_NOT_FOUND', taskId }, `Stop task: "${taskId}" has ended`);
  await stop();
  return { kind: 'stopped', taskId, command };
}

/**
 * The output so far of a command that runs, or ran, in the background.
 * @throws ToolError `TASK_NOT_FOUND`
 * @example await taskLog(session, { taskId: '0a1b2c3d' })
 */
export async function taskLog(session: Session, { taskId }: LoggedTaskRequest): Promise<TaskLogOutcome> {
  const task = session.commandLogs.task(taskId);
  return { kind: 'task-log', taskId, isRunning: task.isRunning(), output: task.output() };
}
