import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, textOf } from '@dragoman/testing';
import { expect } from 'vitest';
import { nodeOf } from './machines.ts';

type Files = Readonly<Record<string, string>>;

/** Files of a tree after so many patches. */
export function patched(now: number): Files {
  const edited = Object.fromEntries(NUMBERS.map((at) => [`f${at}`, `${now}`]));
  return { ...edited, [`moved-${now % 2}`]: 'kept\n' };
}

const NUMBERS = [0, 1, 2, 3];

function patchTo(now: number): string {
  const edits = NUMBERS.flatMap((at) => [`*** Update File: f${at}`, `-${now - 1}`, `+${now}`]);
  const move = [`*** Update File: moved-${(now + 1) % 2}`, `*** Move to: moved-${now % 2}`];
  return ['*** Begin Patch', ...edits, ...move, '*** End Patch'].join('\n');
}

export function filesIn(directory: string): Files {
  const names = readdirSync(directory).filter((name) => name !== '.dragoman');
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(directory, name), 'utf8')]));
}

/** Records of processes in a tree of changes that they are about to make there. */
export function recordsIn(tree: string): string[] {
  const directory = join(tree, '.dragoman/transactions');
  return existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith('.jsonl')) : [];
}

interface PatchedTree {
  /** The tree as the other machine has it. */
  readonly watched: string;
  /** Number of patches that its files have seen. */
  readonly done: number;
}

/** Lets a server apply one patch after the other, and kills it while a record is there; gives the patches it answered. */
export async function killedInAPatch(server: Connection, { watched, done }: PatchedTree): Promise<number> {
  await using dying = server;
  const node = nodeOf(dying);
  let answered = done;
  const patching = (async () => {
    for (;;) {
      const result = await dying.call('apply_patch', { input: patchTo(answered + 1) });
      if (result.isError) throw new Error(textOf(result));
      answered += 1;
    }
  })().catch((error: Error) => error.message);
  // Stopped first: what is seen then is still so when it is killed.
  for (;;) {
    await expect.poll(() => recordsIn(watched), { interval: 1 }).not.toEqual([]);
    process.kill(node, 'SIGSTOP');
    if (recordsIn(watched).length > 0) break;
    process.kill(node, 'SIGCONT');
  }
  process.kill(node, 'SIGKILL');
  expect(await patching).toMatch(/closed/i);
  return answered;
}
