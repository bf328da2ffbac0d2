import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { expect } from 'vitest';
import { runLimited } from './many-operations.ts';

/** A directory of its own for every second file. */
const pathOf = (at: number): string => (at % 2 === 0 ? `flat/f${at}` : `d${at}/e/f`);

/** Change that the second patch makes to a file. */
const FATES = ['updated', 'deleted', 'moved'] as const;

const fateOf = (at: number) => FATES[at % FATES.length];

function patchOf(count: number, sectionFor: (at: number) => string): string {
  const sections = Array.from({ length: count }, (_, at) => sectionFor(at));
  return `*** Begin Patch\n${sections.join('')}*** End Patch\n`;
}

const added = (at: number) => `*** Add File: ${pathOf(at)}\n+text ${at}\n`;

function changed(at: number): string {
  if (fateOf(at) === 'deleted') return `*** Delete File: ${pathOf(at)}\n`;
  const move = fateOf(at) === 'moved' ? `*** Move to: moved/${at}/g\n` : '';
  return `*** Update File: ${pathOf(at)}\n${move}@@\n-text ${at}\n+new ${at}\n`;
}

function expectAdded(tree: TemporaryTree, count: number): void {
  for (let at = 0; at < count; at += 1)
    expect(readFileSync(tree.path('work', pathOf(at)), 'utf8')).toBe(`text ${at}\n`);
  expect(existsSync(tree.path('work/moved'))).toBe(false);
}

function expectChanged(tree: TemporaryTree, count: number): void {
  for (let at = 0; at < count; at += 1) {
    const path = fateOf(at) === 'moved' ? `moved/${at}/g` : pathOf(at);
    expect(existsSync(tree.path('work', pathOf(at)))).toBe(fateOf(at) === 'updated');
    if (fateOf(at) !== 'deleted') expect(readFileSync(tree.path('work', path), 'utf8')).toBe(`new ${at}\n`);
  }
}

/** Adds, changes, undoes, redoes and commits many files, each in one step, with few descriptors. */
export async function changeMany(count: number, descriptors: number): Promise<void> {
  await using tree = await openTree({ work: null });
  const run = async (...args: string[]) => await runLimited(tree, descriptors, ...args);
  const apply = async (patch: string, ...flags: string[]) => {
    writeFileSync(tree.path('patch'), patch);
    return await run('--dialect', 'codex', ...flags, 'apply_patch', '--input', `@${tree.path('patch')}`);
  };
  // Progress, if it takes long.
  const succeeds = { code: 0, stderr: expect.stringMatching(/^(?:\w+: [\d,]+ of [\d,]+, \d+ s\n)*$/) };
  expect(await apply(patchOf(count, added), '--journal')).toMatchObject(succeeds);
  expectAdded(tree, count);
  const broken = patchOf(count + 1, (at) => (at === count ? '*** Delete File: none\n' : changed(at)));
  expect(await apply(broken, '--journal')).toMatchObject({ code: 1 });
  expectAdded(tree, count);
  expect(await apply(patchOf(count, changed), '--journal')).toMatchObject(succeeds);
  expectChanged(tree, count);
  expect(await run('undo')).toMatchObject(succeeds);
  expectAdded(tree, count);
  expect(await run('undo')).toMatchObject(succeeds);
  expect(existsSync(tree.path('work/flat'))).toBe(false);
  expect(await run('redo')).toMatchObject(succeeds);
  expectAdded(tree, count);
  expect(await apply(patchOf(count, changed), '--overlay')).toMatchObject(succeeds);
  expectAdded(tree, count);
  expect(await run('overlay', 'commit')).toMatchObject({ code: 0 });
  expectChanged(tree, count);
}
