import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { IN_PROCESS } from './in-process.ts';
import { NODE } from './node-under-test.ts';

/** The built command, as users start it. */
export const CLI = join(import.meta.dirname, '../../../apps/cli/dist/main.js');

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Added to what a process needs to run at all; nothing else is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  /** The built command or a copy of it, which is run in any case. */
  readonly main?: string;
}

/** Runs the built command to its end, in pipes; or the command from the sources, where `IN_PROCESS` says so. */
export async function dragoman(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  if (!IN_PROCESS || options.main !== undefined) return runBuilt(args, options);
  const { runInProcess } = await import('../../../apps/cli/test/in-process.ts');
  return runInProcess(args, options);
}

async function runBuilt(args: readonly string[], { cwd, env = {}, stdin = '', main = CLI }: RunOptions): Promise<Ran> {
  const { PATH = '', HOME = '', SystemRoot } = process.env;
  const inherited = { PATH, HOME, ...(SystemRoot && { SystemRoot }) };
  const child = spawn(NODE, [main, ...args], { cwd, env: { ...inherited, ...env } });
  // A command that wants nothing may be gone before it is written to.
  child.stdin.on('error', () => {}).end(stdin);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, code };
}
