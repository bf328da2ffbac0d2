import { readFileSync } from 'node:fs';
import { type Connection, connect, machine, type SharedMounts, testRounds } from '@dragoman/testing';

/**
 * Number of tries, by each of two servers, of what may go wrong by chance. A file system of several machines is slow.
 */
export const ROUNDS = Math.min(200, testRounds(10));

/** Two machines that share a tree, with a server on each. */
export interface Machines extends AsyncDisposable {
  readonly mounts: SharedMounts;
  readonly one: Connection;
  readonly two: Connection;
}

export async function startMachines(mounts: SharedMounts): Promise<Machines> {
  const [one, two] = await Promise.all([serverOn('machine-one', mounts.one), serverOn('machine-two', mounts.two)]);
  return {
    ...{ mounts, one, two },
    async [Symbol.asyncDispose]() {
      await Promise.all([one[Symbol.asyncDispose](), two[Symbol.asyncDispose]()]);
      await mounts[Symbol.asyncDispose]();
    },
  };
}

/** A server on a machine of its own that has the tree at `workdir`. */
export function serverOn(name: string, workdir: string, dialect = 'editor'): Promise<Connection> {
  return connect({ wrapper: machine(name), args: ['--dialect', dialect, '--workdir', workdir, workdir] });
}

/** The process of Node of a server that `serverOn` has started. */
export function nodeOf({ process: { pid } }: Connection): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  if (!child) throw new Error('The server has no process');
  return child;
}

export const edit = (path: string, old_str: string, new_str: string) =>
  ['str_replace', { path, old_str, new_str }] as const;

export function codeOf(result: Awaited<ReturnType<Connection['call']>>): string | undefined {
  return (result._meta?.['dragoman/error'] as { readonly code?: string } | undefined)?.code;
}
