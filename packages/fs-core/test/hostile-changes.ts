import { lstatSync } from 'node:fs';
import { normalize } from 'node:path';
import { DENY, type HostileCase, openHostileTree, UNWRITABLE_PATHS } from '@dragoman/testing';
import { expect } from 'vitest';
import { ToolError, type Volume } from '../src/index.ts';
import type { Platform } from '../src/lib/descriptors/platform.ts';
import { openLocalVolume } from '../src/lib/local/local-volume.ts';

/** Places that may be read and not be written, as hostile cases. */
export const UNWRITABLE: readonly HostileCase[] = UNWRITABLE_PATHS.map((path) => ({ path, answer: 'ACCESS_DENIED' }));

type Act = (volume: Volume, resolve: (path: string) => string) => Promise<void>;

/** Acts on a volume over a hostile tree, and checks that nothing of what is guarded has changed. */
export async function withHostileTree(platform: Platform, act: Act): Promise<void> {
  await using tree = await openHostileTree();
  const before = tree.guarded();
  await act(openLocalVolume({ allow: [tree.root], deny: DENY, platform }), tree.resolve);
  expect(tree.guarded()).toBe(before);
}

/** Checks that no way to remove, move or make something reaches what is denied, by any of the paths. */
export async function changesNothingDenied(platform: Platform, cases: readonly HostileCase[]): Promise<void> {
  const asked = { recursive: true, overwrite: true };
  const acts: Record<string, (volume: Volume, path: string, other: string) => Promise<unknown>> = {
    remove: (volume, path) => volume.remove(path, asked),
    'move from': (volume, path, other) => volume.move(path, other),
    'move to': (volume, path, other) => volume.move(other, path, asked),
    directory: (volume, path) => volume.makeDirectory(path),
    'transact from': (volume, path, other) => volume.transact([{ kind: 'move', from: path, to: other }, write(other)]),
    'transact to': (volume, path, other) =>
      volume.transact([{ kind: 'move', from: other, to: path, overwrite: true }, write(other)]),
    'transact remove': (volume, path, other) =>
      volume.transact([write(other), { kind: 'remove', path, recursive: true }]),
  };
  const write = (beside: string) => ({ kind: 'write', path: `${beside}-too`, change: () => [] }) as const;
  for (const [name, act] of Object.entries(acts)) {
    const left = [...cases];
    // Once something was changed, the next path is asked of a new tree.
    while (left.length > 0) {
      await withHostileTree(platform, async (volume, resolve) => {
        const other = resolve('other-name');
        if (name.endsWith(' to')) await volume.update(other, () => [new TextEncoder().encode('mine')]);
        for (let refusal = '?'; refusal !== '' && left.length > 0; ) {
          const { path, answer } = left.shift() ?? { path: '', answer: '' };
          // A link that has the name is moved or removed itself, and what it leads to stays.
          const isLink = isLinkIn(resolve(path));
          refusal = await refusalOf(() => act(volume, resolve(path), other));
          if (answer === 'ACCESS_DENIED' && !isLink) expect(`${name} ${path}: ${refusal}`).not.toMatch(/: $/);
        }
      });
    }
  }
}

function isLinkIn(path: string): boolean {
  try {
    return lstatSync(normalize(path)).isSymbolicLink();
  } catch {
    return false;
  }
}

/** The code with which something is refused; empty if it is not. */
export async function refusalOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
    return '';
  } catch (error) {
    if (error instanceof ToolError) return error.code;
    throw error;
  }
}
