import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { openTree, watchCalls } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { recordingIn } from '../../test/recording.ts';
import { applyAll } from './undo-redo.ts';

describe('applyAll', () => {
  it('names no later operation that the asker may not see', async () => {
    await using tree = await openTree({ 'work/mine/f': 'one', 'work/other': null });
    const all = recordingIn(tree);
    await all.write('mine/f', 'two');
    await all.change(
      { kind: 'write', path: tree.path('work/mine/f'), change: () => [Buffer.from('three')] },
      { kind: 'write', path: tree.path('work/other/g'), change: () => [Buffer.from('g')] },
    );
    const [later, first] = await all.operations();
    if (later === undefined || first === undefined) throw new Error('Two were made');
    const undo = { direction: 'undo', operations: [first] } as const;
    const seen = { path: tree.path('work/mine/f'), isDirectory: false, problem: 'changed', changedBy: later.id };
    expect(await applyAll(all.journal, undo, {})).toEqual({ id: first.id, files: [seen] });
    const mine = recordingIn(tree, { allow: [tree.path('work/mine')] });
    expect(await applyAll(mine.journal, undo, {})).toEqual({ id: first.id, files: [{ ...seen, changedBy: null }] });
  });

  it('stops at the first operation that cannot be undone, and leaves that and all older ones', async () => {
    await using tree = await openTree({ work: null });
    const { history, write, operations } = recordingIn(tree);
    for (const name of ['a', 'b', 'c', 'd']) await write(name, name);
    writeFileSync(tree.path('work/b'), 'by hand');
    const all = await operations();
    for (const dryRun of [true, false]) {
      const told: string[] = [];
      const onApplied = ({ id }: { readonly id: string }) => void told.push(id);
      const refused = await history.apply({ direction: 'undo', operations: all }, { dryRun, onApplied });
      expect(refused).toMatchObject({ id: all[2]?.id, files: [{ path: tree.path('work/b'), problem: 'changed' }] });
      expect(told).toEqual(all.slice(0, 2).map(({ id }) => id));
      expect(readdirSync(tree.path('work'))).toEqual(dryRun ? ['a', 'b', 'c', 'd'] : ['a', 'b']);
    }
    expect([...(await history.list()).undone]).toEqual([all[1]?.id, all[0]?.id]);
  });

  it('ends between two operations where it is cancelled, and goes on from there', async () => {
    await using tree = await openTree({ work: null });
    const { history, write, operations } = recordingIn(tree);
    for (const name of ['a', 'b', 'c']) await write(name, name);
    const all = await operations();
    const stop = new AbortController();
    const undo = { direction: 'undo', operations: all } as const;
    const cancelled = history.apply(undo, { signal: stop.signal, onApplied: () => stop.abort() });
    await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(readdirSync(tree.path('work'))).toEqual(['a', 'b']);
    expect(await history.apply({ ...undo, operations: all.slice(1) })).toBeNull();
    expect(readdirSync(tree.path('work'))).toEqual([]);
  });

  it('undoes and redoes what was done around directories that come and go', async () => {
    await using tree = await openTree({ 'work/d/f': 'one' });
    const { history, change, write, operations: listed } = recordingIn(tree);
    const files = (): string[] => readdirSync(tree.path('work'), { recursive: true, encoding: 'utf8' }).sort();
    await write('d/f', 'two');
    await write('made/for/g', 'new');
    await change({ kind: 'move', from: tree.path('work/made'), to: tree.path('work/d/n') });
    await write('d/n/for/g', 'newer');
    await change({ kind: 'remove', path: tree.path('work/d'), recursive: true });
    await write('d/f', 'again');
    const operations = await listed();
    for (let round = 0; round < 2; round += 1) {
      expect(await history.apply({ direction: 'undo', operations }, { dryRun: true })).toBeNull();
      expect(await history.apply({ direction: 'undo', operations })).toBeNull();
      expect(files()).toEqual(['d', 'd/f']);
      expect(readFileSync(tree.path('work/d/f'), 'utf8')).toBe('one');
      const redo = { direction: 'redo', operations: operations.toReversed() } as const;
      expect(await history.apply(redo, { dryRun: true })).toBeNull();
      expect(await history.apply(redo)).toBeNull();
      expect(files()).toEqual(['d', 'd/f']);
      expect(readFileSync(tree.path('work/d/f'), 'utf8')).toBe('again');
    }
  });

  it.each<[string, (path: string) => void]>([
    ['a link to a directory that holds the same', (path) => symlinkSync('other', path)],
    ['a link to nothing', (path) => symlinkSync('nothing', path)],
    ['a file', (path) => writeFileSync(path, 'by hand')],
  ])('touches nothing where %s is on the way by now', async (_, replace) => {
    await using tree = await openTree({ 'work/d': null, 'work/other/f': 'new' });
    const { history, write, change, operations } = recordingIn(tree);
    const refusedNow = async () => {
      const [newest] = await operations();
      rmSync(tree.path('work/d'), { recursive: true });
      replace(tree.path('work/d'));
      const file = { path: tree.path('work/d/f'), isDirectory: false, problem: 'changed', changedBy: null };
      expect(await history.apply({ direction: 'undo', operations: newest ? [newest] : [] })).toEqual({
        id: newest?.id,
        files: [file],
      });
    };
    await write('d/f', 'new');
    await refusedNow();
    rmSync(tree.path('work/d'));
    await write('d/f', 'new');
    await change({ kind: 'remove', path: tree.path('work/d/f') });
    await refusedNow();
    expect(readdirSync(tree.path('work')).sort()).toEqual(['d', 'other']);
    expect(readFileSync(tree.path('work/other/f'), 'utf8')).toBe('new');
  });

  it('refuses to bring back a directory where somebody has just made a file of its name', async () => {
    await using tree = await openTree({ 'work/d/f': 'one' });
    const { history, change, operations } = recordingIn(tree);
    const path = tree.path('work/d');
    await change({ kind: 'remove', path, recursive: true });
    const all = await operations();
    {
      // The lock is taken after the first look.
      using _watch = watchCalls(['symlinkSync'], () => {
        if (!existsSync(path)) writeFileSync(path, 'by hand');
      });
      expect(await history.apply({ direction: 'undo', operations: all })).toMatchObject({
        files: [{ path, problem: 'exists' }],
      });
    }
    expect(readFileSync(path, 'utf8')).toBe('by hand');
  });

  it('reads what comes back once to judge it, and once to write it', async () => {
    await using tree = await openTree({ 'work/f': 'one' });
    const { place, history, write, operations: listed } = recordingIn(tree);
    await write('f', 'two');
    const operations = await listed();
    const reads: string[] = [];
    using _watch = watchCalls(['readFileSync'], (_, [path]) => {
      if (String(path).startsWith(place.contents)) reads.push(String(path));
    });
    expect(await history.apply({ direction: 'undo', operations })).toBeNull();
    expect(reads).toHaveLength(2);
    expect(readFileSync(tree.path('work/f'), 'utf8')).toBe('one');
  });
});
