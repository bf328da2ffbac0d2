import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface TerminalOptions {
  readonly cwd: string;
  /** Added to what a process needs to run at all; nothing else is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default 80. */
  readonly columns?: number;
  /** Called when the terminal shows something for the first time. */
  readonly onFirstOutput?: () => void;
}

/** True if this machine has the program that makes pseudo-terminals here. */
export function hasPseudoTerminals(): boolean {
  return process.platform === 'linux' && spawnSync('script', ['--version'], { stdio: 'ignore' }).error === undefined;
}

/**
 * Runs a line of shell in a pseudo-terminal. Returns what both streams of its programs show, with the terminal's line
 * ends undone.
 */
export async function inTerminal(line: string, options: TerminalOptions): Promise<string> {
  const { cwd, env = {}, columns = 80, onFirstOutput = () => undefined } = options;
  const { PATH = '', HOME = '' } = process.env;
  const surroundings = { cwd, env: { PATH, HOME, SHELL: '/bin/sh', TERM: 'xterm-256color', ...env } };
  const sized = `stty rows 24 columns ${columns}; ${line}`;
  const child = spawn('script', ['--quiet', '--return', '--command', sized, '/dev/null'], surroundings);
  child.stdout.once('data', onFirstOutput);
  const [shown] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return shown.replaceAll('\r\n', '\n');
}
