import { setTimeout as wait } from 'node:timers/promises';
import { assertNotCancelled, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { WindowedOutput } from '@dragoman/outcomes/internal/parts';
import { MAX_RUNNING_TASKS } from './background-tasks.ts';
import type { CommandEnd, StartedCommand } from './start-command.ts';

// One that has ended is kept until so many others have ended after it.
const MAX_ENDED = 100;

/** A background command, known by the id of its process. */
export interface BackgroundProcess {
  readonly pid: number;
  readonly command: string;
  /** All output so far, both streams as they came. */
  output(): WindowedOutput;
  /** Null while it runs. */
  readonly end: CommandEnd | null;
  /** Waits until it ends, or for so long. @throws ToolError `CANCELLED` */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

interface StartedProcess extends Pick<StartedCommand, 'group' | 'ended'> {
  readonly collected: () => WindowedOutput;
}

/** The background commands of one session, in the order in which they were started. */
export function createBackgroundProcesses() {
  const processes: BackgroundProcess[] = [];
  let starting = 0;

  function forgetOld(): void {
    const ended = processes.filter(({ end }) => end !== null);
    for (const old of ended.slice(0, -MAX_ENDED)) processes.splice(processes.indexOf(old), 1);
  }

  return {
    all: (): readonly BackgroundProcess[] => processes,
    /** @throws ToolError `TOO_MANY_TASKS`, and whatever `start` throws */
    async add(command: string, start: () => Promise<StartedProcess>): Promise<BackgroundProcess> {
      const running = processes.filter(({ end }) => end === null).length + starting;
      const limit = MAX_RUNNING_TASKS;
      if (running >= limit)
        throw new ToolError({ code: 'TOO_MANY_TASKS', running, limit }, `Start command: ${running} run, ${limit} may`);
      starting += 1;
      try {
        const process = follow(command, await start());
        processes.push(process);
        forgetOld();
        return process;
      } finally {
        starting -= 1;
      }
    },
  };
}

function follow(command: string, { group, ended, collected }: StartedProcess): BackgroundProcess {
  let end: CommandEnd | null = null;
  const over = ended.then((how) => {
    end = how;
  });
  return {
    pid: group,
    command,
    output: collected,
    get end() {
      return end;
    },
    async wait(milliseconds, signal) {
      const stop = new AbortController();
      const signals = signal === undefined ? [stop.signal] : [stop.signal, signal];
      const time = wait(milliseconds, undefined, { signal: AbortSignal.any(signals) }).catch(() => undefined);
      await Promise.race([over, time]);
      stop.abort();
      if (end === null) assertNotCancelled(signal);
    },
  };
}
