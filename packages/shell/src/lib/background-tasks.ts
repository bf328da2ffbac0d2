import { ToolError } from '@dragoman/fs-core';
import type { CommandEnd, CommandOutput, StartedCommand } from './start-command.ts';
import { isTaskId, newTaskId } from './task-id.ts';

/** The most tasks that run at once. */
export const MAX_RUNNING_TASKS = 10;

// A task that has ended is kept until this many others have ended after it.
const MAX_ENDED_TASKS = 100;

/** A background command as it is now, with its output so far. */
export interface TaskState extends CommandOutput {
  readonly id: string;
  readonly group: number;
  /** Null while it runs. */
  readonly end: CommandEnd | null;
  /** Resolves when it has ended. */
  readonly ended: Promise<CommandEnd>;
}

interface Task {
  readonly command: StartedCommand;
  end: CommandEnd | null;
}

/** The background commands of one session. */
export function createBackgroundTasks() {
  const tasks = new Map<string, Task>();
  let running = 0;

  async function follow(id: string, task: Task): Promise<void> {
    task.end = await task.command.ended;
    running -= 1;
    // Moved to the end, so that tasks stand in the order in which they ended.
    tasks.delete(id);
    tasks.set(id, task);
    const ended = [...tasks].filter(([, { end }]) => end !== null);
    for (const [old] of ended.slice(0, -MAX_ENDED_TASKS)) tasks.delete(old);
  }

  return {
    /** @throws ToolError `TOO_MANY_TASKS`, and whatever `start` throws */
    async add(start: () => Promise<StartedCommand>): Promise<TaskState> {
      const limit = MAX_RUNNING_TASKS;
      if (running >= limit) {
        const message = `Start task: ${running} are running, ${limit} may`;
        throw new ToolError({ code: 'TOO_MANY_TASKS', running, limit }, message);
      }
      running += 1;
      const command = await start().catch((error: unknown) => {
        running -= 1;
        throw error;
      });
      const id = newTaskId();
      const task: Task = { command, end: null };
      tasks.set(id, task);
      void follow(id, task);
      return stateOf(id, task);
    },
    /** @throws ToolError `TASK_NOT_FOUND` */
    get(id: string): TaskState {
      const task = tasks.get(id);
      if (task !== undefined) return stateOf(id, task);
      const failure = { code: 'TASK_NOT_FOUND', taskId: id, ...(isTaskId(id) && { isGone: true as const }) } as const;
      throw new ToolError(failure, `Find task: no "${id}" in this session`);
    },
  };
}

function stateOf(id: string, { command, end }: Task): TaskState {
  return { id, group: command.group, end, ended: command.ended, ...command.output() };
}
