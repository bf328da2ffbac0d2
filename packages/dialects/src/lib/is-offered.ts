import type { Tool } from './tool.ts';

/** What a session lets its tools do. */
export interface Permissions {
  readonly runsCommands: boolean;
  readonly readOnly: boolean;
  readonly dryRun: boolean;
}

/** Whether a session that permits this offers a tool. */
export function isOffered({ effect }: Pick<Tool, 'effect'>, { runsCommands, readOnly, dryRun }: Permissions): boolean {
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
