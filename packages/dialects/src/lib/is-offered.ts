import type { Effect } from './effect.ts';
import type { Tool } from './tool.ts';

/** What a session lets its tools do. */
export interface Permissions {
  readonly runsCommands: boolean;
  readonly readOnly: boolean;
  readonly dryRun: boolean;
  /** Whether there is a memory to work in. */
  readonly hasMemory: boolean;
}

/** A tool as a session that permits this offers it, with the commands that it permits; null if it does not. */
export function offered(tool: Tool, permissions: Permissions): Tool | null {
  if (tool.needs === 'memory' && !permissions.hasMemory) return null;
  if (tool.commands === undefined) return isPermitted(tool.effect, permissions) ? tool : null;
  const permitted = Object.entries(tool.commands).filter(([, effect]) => isPermitted(effect, permissions));
  if (permitted.length === 0) return null;
  const effect = permitted.every(([, each]) => each === 'reads') ? 'reads' : tool.effect;
  return { ...tool, effect, commands: Object.fromEntries(permitted) };
}

function isPermitted(effect: Effect, { runsCommands, readOnly, dryRun }: Permissions): boolean {
  switch (effect) {
    case 'reads':
      return true;
    case 'runs':
    case 'observes':
      // A command may change files, and nothing would keep it from that.
      return runsCommands && !readOnly && !dryRun;
    default:
      return !readOnly;
  }
}
