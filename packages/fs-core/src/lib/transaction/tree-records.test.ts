import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { openDescriptors, openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { takeFlock } from '../../../test/take-flock.ts';
import { openLocalVolume } from '../../index.ts';
import { procPlatform } from '../descriptors/platform.ts';
import { locksOf, recordPlaceFor } from '../local/locks-of.ts';
import { ON_THIS_MACHINE, recordsIn } from './record-places.ts';
import { treeRecords } from './tree-records.ts';

const isHere = existsSync('/usr/bin/flock') && existsSync('/proc/self/fd');
const placeIn = (root: string) => ({ kind: 'tree', root, platform: procPlatform, takeFlock }) as const;

/** The record of a process that dies before it has put `staged` in the place of `file`. */
const record = (path: string) =>
  `${JSON.stringify({ steps: [{ do: 'put', path, staged: STAGED, kept: KEPT }], made: [] })}\n[null]\nfalse\n`;
const STAGED = '.dragoman-4194399-5-00000000-000000000001.tmp';
const KEPT = '.dragoman-4194399-5-00000000-000000000002.old';
const LEFT = '.dragoman/transactions/000000000000.jsonl';

const open = (tree: TemporaryTree) => openLocalVolume({ allow: [tree.root], locks: 'shared', takeFlock });
async function look(tree: TemporaryTree): Promise<void> {
  (await open(tree).open(tree.root)).close();
}

describe.skipIf(!isHere)('records in a tree that several machines share', () => {
  it('belong to their process for as long as it has them open, and to the next one afterwards', async () => {
    await using tree = await openTree();
    const records = treeRecords(placeIn(tree.root));
    {
      using made = await records.make(true);
      made.intend({ steps: [{ do: 'remove', path: tree.path('d/f'), kept: KEPT }], made: [] });
      expect(await records.claim(made.name, true)).toBe(null);
      expect(readFileSync(tree.path('.dragoman/transactions', made.name), 'utf8')).not.toContain(tree.root);
      expect(readFileSync(tree.path('.dragoman/.gitignore'), 'utf8')).toBe('*\n');
    }
    const [name = ''] = recordsIn(placeIn(tree.root));
    {
      using claim = await records.claim(name, false);
      expect(claim?.record).toMatchObject({ steps: [{ path: tree.path('d/f') }], placing: null, isDone: false });
      expect(await records.claim(name, false)).toBe(null);
      claim?.remove();
    }
    expect(recordsIn(placeIn(tree.root))).toEqual([]);
    expect(openDescriptors().filter((path) => path.startsWith(tree.root))).toEqual([]);
  });

  it('are obeyed by whoever opens the tree next', async () => {
    await using tree = await openTree({ [KEPT]: 'old', [STAGED]: 'new', [LEFT]: record('f') });
    await look(tree);
    expect(readdirSync(tree.root).sort()).toEqual(['.dragoman', 'f']);
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('old');
    expect(readdirSync(tree.path('.dragoman/transactions'))).toEqual([]);
  });

  it('are left alone if they name what lies outside of the tree', async () => {
    await using tree = await openTree({ [`sub/${LEFT}`]: record('../f'), [KEPT]: 'old' });
    // Though it is allowed here, too.
    const volume = openLocalVolume({ allow: [tree.path('sub'), tree.root], locks: 'shared', takeFlock });
    (await volume.open(tree.root)).close();
    expect(readdirSync(tree.root).sort()).toEqual([KEPT, 'sub']);
    expect(existsSync(tree.path('sub', LEFT))).toBe(true);
  });

  it.skipIf(process.getuid?.() !== 0)('are left alone if they are of another user', async () => {
    await using tree = await openTree({ f: 'new', [KEPT]: 'old', [LEFT]: record('f') });
    chownSync(tree.path(LEFT), 65534, 65534);
    await look(tree);
    expect(existsSync(tree.path(LEFT))).toBe(true);
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('new');
  });

  it.each(['.dragoman', '.dragoman/transactions', LEFT])(
    'are not looked for through a link that is %s',
    async (name) => {
      await using outside = await openTree({ [LEFT]: record('f') });
      await using tree = await openTree({ f: 'new', [KEPT]: 'old' });
      if (name.includes('/')) mkdirSync(tree.path('.dragoman'));
      if (name === LEFT) mkdirSync(tree.path('.dragoman/transactions'));
      symlinkSync(outside.path(name), tree.path(name));
      await look(tree);
      expect(readFileSync(tree.path('f'), 'utf8')).toBe('new');
      expect(existsSync(outside.path(LEFT))).toBe(true);
    },
  );

  it('say nothing before they are locked, and are removed if their process died then', async () => {
    await using tree = await openTree({ f: '', [`${LEFT}.new`]: '', '.dragoman/transactions/1.jsonl.new': '' });
    utimesSync(tree.path(`${LEFT}.new`), 0, 0);
    await look(tree);
    expect(readdirSync(tree.path('.dragoman/transactions'))).toEqual(['1.jsonl.new']);
  });

  it('are for what lies in one tree alone', async () => {
    await using tree = await openTree({ one: null, two: null, three: null });
    const shared = ['one', 'two'].map((name) =>
      locksOf(tree.path(name), { platform: procPlatform, mode: 'shared', takeFlock }),
    );
    const roots = [...shared, locksOf(tree.path('three'), { platform: procPlatform, mode: 'user', takeFlock })];
    const placeFor = (...names: string[]) =>
      recordPlaceFor(
        roots,
        names.map((name) => tree.path(name)),
      );
    expect(placeFor('one/a', 'one/b/c')).toMatchObject({ kind: 'tree', root: tree.path('one') });
    for (const names of [['one/a', 'two/a'], ['one/a', 'three/a'], ['three/a']])
      expect(placeFor(...names)).toBe(ON_THIS_MACHINE);
  });
});
