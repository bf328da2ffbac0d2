import type { Session } from '@dragoman/tools';
import type { Commands, Effect } from './effect.ts';
import type { Tool } from './tool.ts';

/** Permissions that a session gives its tools. */
export interface Permissions {
  readonly runsCommands: boolean;
  readonly readOnly: boolean;
  readonly dryRun: boolean;
  /** True if there is a memory to work in. */
  readonly hasMemory: boolean;
  /** True if changes are recorded, and can be undone. */
  readonly hasJournal: boolean;
}

/** Permissions that a session gives its tools. */
export function permissionsOf({ shell, readOnly, dryRun, memory, journal }: Session): Permissions {
  return { runsCommands: shell !== null, readOnly, dryRun, hasMemory: memory !== null, hasJournal: journal !== null };
}

/** A tool as a session that permits this offers it, with the commands that it permits; null if it does not. */
export function offered(tool: Tool, permissions: Permissions): Tool | null {
  if (tool.needs === 'memory' && !permissions.hasMemory) return null;
  if (tool.commands === undefined) return isPermitted(tool.effect, permissions) ? tool : null;
  const commands = permittedCommands(tool.commands, permissions);
  const effects = Object.values(commands);
  if (effects.length === 0) return null;
  return { ...tool, effect: effects.every((each) => each === 'reads') ? 'reads' : tool.effect, commands };
}

/** Selects a tool's commands that a session permits. */
export function permittedCommands(commands: Commands, permissions: Permissions): Commands {
  return Object.fromEntries(Object.entries(commands).filter(([, effect]) => isPermitted(effect, permissions)));
}

function isPermitted(effect: Effect, { runsCommands, readOnly, dryRun, hasJournal }: Permissions): boolean {
  switch (effect) {
    case 'reads':
      return true;
    case 'runs':
    case 'stops':
    case 'observes':
      // A command may change files, and nothing would keep it from that.
      return runsCommands && !readOnly && !dryRun;
    case 'undoes':
      return hasJournal && !readOnly;
    default:
      return !readOnly;
  }
}
