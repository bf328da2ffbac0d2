import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, rmdirSync, statSync, symlinkSync } from 'node:fs';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { findJournal, placeJournal } from './journal-place.ts';

const SOMEBODY = 61_234;
const JOURNAL = 'home/state/journal';
const optionsIn = (tree: TemporaryTree) => ({ directory: tree.path(JOURNAL), maxBytes: 1, maxAgeDays: 1 });
const REFUSED = expect.objectContaining({ failure: expect.objectContaining({ code: 'PERMISSION_DENIED' }) });
const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** A home that a umask of 002 or a volume with a group has left open to the user's group. */
async function openHome(): Promise<TemporaryTree> {
  const tree = await openTree();
  mkdirSync(tree.path('home/state'), { recursive: true });
  for (const [name, mode] of [
    ['home', 0o2775],
    ['home/state', 0o777],
  ] as const)
    chmodSync(tree.path(name), mode);
  return tree;
}

describe.skipIf(process.platform === 'win32')('a journal below directories that others may write to', () => {
  it('is made, for the user alone', async () => {
    await using tree = await openHome();
    expect(findJournal(optionsIn(tree))).toBeNull();
    expect(readdirSync(tree.path('home/state'))).toEqual([]);
    const { directory, records, contents } = placeJournal(optionsIn(tree));
    expect(directory).toBe(tree.path(JOURNAL));
    expect([directory, records, contents].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
    expect(findJournal(optionsIn(tree))?.directory).toBe(directory);
  });

  it('is closed to others where its directories were opened to them', async () => {
    await using tree = await openHome();
    for (const take of [placeJournal, findJournal]) {
      const { directory, records, contents } = placeJournal(optionsIn(tree));
      const parts = [directory, records, contents];
      for (const path of parts) chmodSync(path, 0o2775);
      expect(take(optionsIn(tree))?.directory).toBe(directory);
      expect(parts.map(modeOf)).toEqual([0o700, 0o700, 0o700]);
    }
  });

  it.each(['', '/records', '/contents'])(
    'is refused, and not taken for none, if a link leads to it: journal%s',
    async (part) => {
      await using tree = await openHome();
      const { directory } = placeJournal({ ...optionsIn(tree), directory: tree.path('real') });
      mkdirSync(tree.path(JOURNAL), { mode: 0o700 });
      if (part === '') rmdirSync(tree.path(JOURNAL));
      else for (const name of ['records', 'contents']) mkdirSync(tree.path(JOURNAL, name), { mode: 0o700 });
      if (part !== '') rmdirSync(tree.path(JOURNAL + part));
      symlinkSync(directory + part, tree.path(JOURNAL + part));
      const options = { ...optionsIn(tree), trees: [tree.path('home')] };
      expect(() => placeJournal(options)).toThrow(REFUSED);
      expect(() => findJournal(options)).toThrow(REFUSED);
    },
  );

  it('is refused, and not taken for none, if somebody else made it', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can give files to others');
    await using tree = await openHome();
    const { directory, records } = placeJournal(optionsIn(tree));
    for (const path of [records, directory]) {
      chownSync(path, SOMEBODY, SOMEBODY);
      expect(() => placeJournal(optionsIn(tree))).toThrow(REFUSED);
      expect(() => findJournal(optionsIn(tree))).toThrow(REFUSED);
      expect(modeOf(path)).toBe(0o700);
    }
  });

  it('is refused in the same words where its mode cannot be changed', async ({ skip }) => {
    await using tree = await openHome();
    mkdirSync(tree.path(JOURNAL), { mode: 0o755 });
    // As on a file system that keeps no modes.
    const seal = (how: string) => spawnSync('chattr', [how, tree.path(JOURNAL)]).status === 0;
    if (!seal('+i')) skip('only root on some file systems can seal a directory');
    try {
      expect(() => placeJournal(optionsIn(tree))).toThrow(REFUSED);
    } finally {
      seal('-i');
    }
  });
});
