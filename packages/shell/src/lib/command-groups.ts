import { createSessionMark, MARK_VARIABLE, type Mark } from './command-mark.ts';
import { type Guardian, groupExists, type ProcessTable } from './process-table.ts';
import { type Launch, type StartedCommand, startCommand } from './start-command.ts';

/** Milliseconds between asking a process to end (SIGTERM) and making it (SIGKILL). */
const END_GRACE_MS = 5000;
// Short, because clients give a server only a second or two to end.
const CLOSE_GRACE_MS = 200;

/** A started command, and the mark that all processes it starts inherit. */
export interface TrackedCommand extends StartedCommand {
  readonly mark: Mark;
}

/** The process groups of all commands of one session: none of them outlives the session. */
export function createCommandGroups(table: ProcessTable) {
  const sessionMark = createSessionMark();
  const groups = new Set<number>();
  /** Groups whose leaders have not ended. */
  const led = new Set<number>();
  /** Groups without leaders in which nothing was alive: processes left there have ended, though nobody awaits them. */
  const quiet = new Set<number>();
  let guardian: Guardian | undefined;

  // The system may give the id of a group that is gone to another.
  function forgetEnded(): void {
    for (const group of groups) {
      if (groupExists(group)) continue;
      groups.delete(group);
      quiet.delete(group);
      guardian?.drop(group);
    }
  }

  return {
    async start(launch: Launch): Promise<TrackedCommand> {
      guardian ??= table.guard(sessionMark, CLOSE_GRACE_MS);
      forgetEnded();
      const mark = sessionMark.command();
      const environment = { ...launch.environment, [MARK_VARIABLE]: mark.variable };
      const command = await startCommand({ ...launch, environment });
      const { group } = command;
      const hasEnded = () => led.delete(group);
      void command.exited.then(hasEnded, hasEnded);
      led.add(group);
      quiet.delete(group);
      groups.add(group);
      guardian?.add(group);
      return { ...command, mark };
    },
    /** True if a command runs, or anything that one has left in its group. */
    async isBusy(): Promise<boolean> {
      if (led.size > 0) return true;
      forgetEnded();
      const watched = [...groups].filter((group) => !quiet.has(group));
      if (watched.length === 0) return false;
      if ((await table.living(watched)).length > 0) return true;
      for (const group of watched) quiet.add(group);
      return false;
    },
    /** Ids of the processes that an ended command left running in its group, in ascending order. */
    async followers({ group }: TrackedCommand): Promise<number[]> {
      forgetEnded();
      return groups.has(group) ? (await table.living([group])).filter((pid) => pid !== group) : [];
    },
    /** Ends a command and all processes it started; settles when none is left. */
    async end({ group, mark }: TrackedCommand): Promise<void> {
      await table.end([group], mark, END_GRACE_MS);
      forgetEnded();
    },
    /** Ends all processes of the session. */
    async close(): Promise<void> {
      if (!guardian) return;
      await table.end(groups, sessionMark, CLOSE_GRACE_MS);
      await guardian.close();
      guardian = undefined;
    },
  };
}
