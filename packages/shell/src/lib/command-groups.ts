import type { Environment } from './clean-environment.ts';
import { type CommandMark, createSessionMark, markVariable } from './command-mark.ts';
import { createProcessTable, endGraceMs, type Guardian, groupExists } from './process-table.ts';
import { type Launch, type StartedCommand, startCommand } from './start-command.ts';

// Whoever ends a session waits for it, and clients give a server a second or two.
const closeGraceMs = 200;

/** A started command and the mark that all it starts carries. */
export interface TrackedCommand extends StartedCommand {
  readonly mark: CommandMark;
}

/** Every process group that commands of one session lead, so that none outlives the session. */
export interface CommandGroups {
  start(launch: Launch): Promise<TrackedCommand>;
  /** What an ended command left running in its group, in ascending order. */
  followers(command: TrackedCommand): Promise<number[]>;
  /** Ends a command and all it started; settles when nothing of it is left. */
  end(command: TrackedCommand): Promise<void>;
  /** Ends everything. */
  close(): Promise<void>;
}

export function createCommandGroups(environment: Environment): CommandGroups {
  const table = createProcessTable(environment.PATH);
  const sessionMark = createSessionMark();
  const groups = new Set<number>();
  let guardian: Guardian | undefined;

  // The number of a group that is gone may become another's.
  function forgetEnded(): void {
    for (const group of groups) {
      if (groupExists(group)) continue;
      groups.delete(group);
      guardian?.drop(group);
    }
  }

  return {
    async start(launch) {
      guardian ??= table.guard(sessionMark, closeGraceMs);
      forgetEnded();
      const mark = sessionMark.command();
      const command = await startCommand({
        ...launch,
        environment: { ...launch.environment, [markVariable]: mark.value },
      });
      groups.add(command.group);
      guardian?.add(command.group);
      return { ...command, mark };
    },
    async followers({ group }) {
      forgetEnded();
      return groups.has(group) ? await table.followers(group) : [];
    },
    async end({ group, mark }) {
      await table.end({ groups: [group], mark }, endGraceMs);
      forgetEnded();
    },
    async close() {
      if (!guardian) return;
      await table.end({ groups, mark: sessionMark }, closeGraceMs);
      await guardian.close();
      guardian = undefined;
    },
  };
}
