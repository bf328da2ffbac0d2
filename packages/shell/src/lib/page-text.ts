import { spawn } from 'node:child_process';
import type { Environment } from './clean-environment.ts';

/** Settings for paging a text. */
export interface PagerSettings {
  /** The program, with its arguments; what only a shell understands is given to `sh`. */
  readonly command: string;
  readonly environment: Environment;
}

// As for git: colours are let through, and what fits on the screen is only printed.
const DEFAULTS = { LESS: 'FRX', LV: '-c' };

/** Shows a text in a pager, which has the terminal until it ends. Returns whether it could be started. */
export async function pageText(text: string, { command, environment }: PagerSettings): Promise<boolean> {
  const [program = '', ...args] = /^[\w\s./=:+-]+$/.test(command) ? command.trim().split(/\s+/) : ['sh', '-c', command];
  const env = { ...DEFAULTS, ...environment };
  const child = spawn(program, args, { stdio: ['pipe', 'inherit', 'inherit'], env });
  const ended = new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false)).on('close', () => resolve(true));
  });
  // A reader who has seen enough leaves the rest unread.
  child.stdin.on('error', () => undefined).end(text);
  return ended;
}
