import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { CLI, NODE, type Ran, type TemporaryTree } from '@dragoman/testing';
import { createSession, writeFile } from '@dragoman/tools';
import { commandsIn } from './journal-commands.ts';

const CALL = { requireRead: false, maxResponseSize: 1e6, by: { dialect: 'editor', tool: 'write', client: 'c' } };

/** Files that `recordWrites` makes, the newest last. */
export const nameOf = (at: number): string => `d${at % 50}/f${at}`;

/** Makes as many files in `work`, each by one operation of one session. */
export async function recordWrites(tree: TemporaryTree, count: number): Promise<void> {
  const journal = { dir: tree.path('state/dragoman/journal') };
  await using session = createSession({ workdir: tree.path('work'), fsync: false, builtinDeny: false, journal });
  for (let at = 0; at < count; at += 1)
    await writeFile(session, { path: tree.path('work', nameOf(at)), content: `${at}` }, CALL);
}

interface Limits {
  readonly descriptors: number;
  /** Variables besides those that every command gets. */
  readonly more?: Readonly<Record<string, string>>;
}

/** Starts the command line in `work` with so many descriptors at most. */
export function startLimited(
  tree: TemporaryTree,
  { descriptors, more }: Limits,
  args: readonly string[],
): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, XDG_STATE_HOME: tree.path('state'), ...more };
  const words = ['-c', `ulimit -n ${descriptors} && exec "$@"`, 'sh', NODE, CLI, ...args];
  return spawn('sh', words, { cwd: tree.path('work'), env, stdio: ['ignore', 'pipe', 'pipe'] });
}

export async function runLimited(tree: TemporaryTree, descriptors: number, ...args: string[]): Promise<Ran> {
  const child = startLimited(tree, { descriptors }, args);
  const [stdout, stderr, [code]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close'),
  ]);
  return { stdout, stderr, code };
}

interface LoggedOperation {
  readonly state: 'done' | 'undone';
  readonly changes: readonly { readonly path: string }[];
}

/** Counts the operations that are done; of each that is, and of no other, the file must be there. */
export async function countWhole(tree: TemporaryTree, total: number): Promise<{ done: number; halfDone: number }> {
  const { stdout } = await commandsIn(tree).run('log', '--json', '--limit', `${total}`);
  const operations: readonly LoggedOperation[] = JSON.parse(stdout);
  const isThere = ({ changes }: LoggedOperation): boolean => changes.every(({ path }) => existsSync(path));
  return {
    done: operations.filter(({ state }) => state === 'done').length,
    halfDone: operations.filter((each) => isThere(each) !== (each.state === 'done')).length,
  };
}
