import { once } from 'node:events';
import { ToolError } from '@dragoman/fs-core';
import type { WindowedOutput } from '@dragoman/outcomes/internal/parts';
import type { CommandEnd, StartedCommand } from './start-command.ts';

/** The most commands that are watched at once. */
const MAX_WATCHED = 10;

/** A command that goes on running, and whose output is asked for now and then. */
export interface WatchedCommand {
  readonly id: number;
  /** Waits until it ends, or for so long, and takes what it has written. @throws ToolError `CANCELLED` */
  wait(milliseconds: number, signal?: AbortSignal): Promise<WatchedState>;
}

export interface WatchedState {
  readonly id: number;
  /** Since the last time. */
  readonly output: WindowedOutput;
  /** Null while it runs; once this was given, the command is forgotten. */
  readonly end: CommandEnd | null;
  readonly group: number;
}

interface StartedTask extends StartedCommand {
  readonly take: () => WindowedOutput;
}

/** The watched commands of one session. */
export function createWatchedCommands() {
  const running = new Map<number, WatchedCommand>();
  let lastId = 1000;
  let starting = 0;

  function watch(id: number, { ended, take, group }: StartedTask): WatchedCommand {
    let end: CommandEnd | null = null;
    const over = ended.then((how) => {
      end = how;
    });
    return {
      id,
      async wait(milliseconds, signal) {
        await first(over, milliseconds, signal);
        if (end === null && signal?.aborted) throw new ToolError({ code: 'CANCELLED' }, 'Watch command: cancelled');
        if (end !== null) running.delete(id);
        return { id, output: take(), end, group };
      },
    };
  }

  return {
    /** @throws ToolError `TOO_MANY_TASKS`, and whatever `start` throws */
    async add(start: () => Promise<StartedTask>): Promise<WatchedCommand> {
      const limit = MAX_WATCHED;
      if (running.size + starting >= limit) {
        const message = `Watch command: ${limit} are running, which is the limit`;
        throw new ToolError({ code: 'TOO_MANY_TASKS', running: running.size, limit }, message);
      }
      starting += 1;
      try {
        const started = await start();
        lastId += 1;
        const command = watch(lastId, started);
        running.set(lastId, command);
        return command;
      } finally {
        starting -= 1;
      }
    },
    /** @throws ToolError `TASK_NOT_FOUND` */
    get(id: number): WatchedCommand {
      const command = running.get(id);
      if (command !== undefined) return command;
      throw new ToolError({ code: 'TASK_NOT_FOUND', taskId: String(id) }, `Find command: no ${id} in this session`);
    },
  };
}

/** Settles with the promise, or after the time, or with the signal. */
async function first(promise: Promise<void>, milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const waits: Promise<unknown>[] = [
    promise,
    new Promise((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    }),
  ];
  if (signal !== undefined) waits.push(once(signal, 'abort', { signal: stop.signal }).catch(() => undefined));
  await Promise.race(waits);
  clearTimeout(timer);
  stop.abort();
}
