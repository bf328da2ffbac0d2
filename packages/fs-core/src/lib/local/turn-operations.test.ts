import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { openTree, watchCalls } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { recordingIn } from '../../../test/recording.ts';
import { turnAll } from './turn-operations.ts';

describe('turnAll', () => {
  it('names no later operation that the asker may not see', async () => {
    await using tree = await openTree({ 'work/mine/f': 'one', 'work/other': null });
    const all = recordingIn(tree);
    await all.write('mine/f', 'two');
    await all.change(
      { kind: 'write', path: tree.path('work/mine/f'), change: () => [Buffer.from('three')] },
      { kind: 'write', path: tree.path('work/other/g'), change: () => [Buffer.from('g')] },
    );
    const [later, first] = await all.entries();
    if (later === undefined || first === undefined) throw new Error('Two were made');
    const undo = { direction: 'undo', operations: [first] } as const;
    const seen = { path: tree.path('work/mine/f'), isDirectory: false, problem: 'changed', changedBy: later.id };
    expect(await turnAll(all.past, undo, {})).toEqual([{ id: first.id, files: [seen] }]);
    const mine = recordingIn(tree, { allow: [tree.path('work/mine')] });
    expect(await turnAll(mine.past, undo, {})).toEqual([{ id: first.id, files: [{ ...seen, changedBy: null }] }]);
  });

  it('keeps the plan of what could neither be carried out nor taken back', async () => {
    await using tree = await openTree({ 'work/d/f': 'one' });
    const { past, place, history, change, write, entries, warnings } = recordingIn(tree);
    await write('d/f', 'two');
    await change({ kind: 'move', from: tree.path('work/d'), to: tree.path('work/n') });
    const operations = await entries();
    const [moved, written] = operations;
    const hand = new Proxy(past.context, {
      get(context, name) {
        // Whatever is asked of the context once the directory is back: somebody types into both places.
        if (existsSync(tree.path('work/d/f')) && !existsSync(tree.path('work/n'))) {
          writeFileSync(tree.path('work/d/f'), 'by hand');
          writeFileSync(tree.path('work/n'), 'in the way');
        }
        return Reflect.get(context, name);
      },
    });
    const refused = await turnAll({ ...past, context: hand }, { direction: 'undo', operations }, {});
    expect(refused.map(({ id }) => id)).toEqual([written?.id]);
    expect(readFileSync(tree.path('work/d/f'), 'utf8')).toBe('by hand');
    expect(warnings).toHaveLength(1);
    const [plan = ''] = readdirSync(place.records);
    expect(JSON.parse(readFileSync(`${place.records}/${plan}`, 'utf8'))).toEqual({
      direction: 'undo',
      ids: [moved?.id, written?.id],
    });
    expect([...(await history.list()).undone]).toEqual([moved?.id]);
  });

  it('leaves no plan behind where all of it was done', async () => {
    await using tree = await openTree({ 'work/d/f': 'one' });
    const { past, place, change, write, entries } = recordingIn(tree);
    await write('d/f', 'two');
    await change({ kind: 'move', from: tree.path('work/d'), to: tree.path('work/n') });
    expect(await turnAll(past, { direction: 'undo', operations: await entries() }, {})).toEqual([]);
    expect(readFileSync(tree.path('work/d/f'), 'utf8')).toBe('one');
    expect(readdirSync(place.records)).toEqual([]);
  });
});

describe('History.turn', () => {
  it('takes back, and makes again, what was done around directories that come and go', async () => {
    await using tree = await openTree({ 'work/d/f': 'one' });
    const { history, change, write, entries } = recordingIn(tree);
    const files = (): string[] => readdirSync(tree.path('work'), { recursive: true, encoding: 'utf8' }).sort();
    await write('d/f', 'two');
    await write('made/for/g', 'new');
    await change({ kind: 'move', from: tree.path('work/made'), to: tree.path('work/d/n') });
    await write('d/n/for/g', 'newer');
    await change({ kind: 'remove', path: tree.path('work/d'), recursive: true });
    await write('d/f', 'again');
    const operations = await entries();
    for (let round = 0; round < 2; round += 1) {
      expect(await history.turn({ direction: 'undo', operations })).toEqual([]);
      expect(files()).toEqual(['d', 'd/f']);
      expect(readFileSync(tree.path('work/d/f'), 'utf8')).toBe('one');
      expect(await history.turn({ direction: 'redo', operations: operations.toReversed() })).toEqual([]);
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
    const { history, write, change, entries } = recordingIn(tree);
    await write('d/f', 'new');
    const [added] = await entries();
    const seen = (id: string | undefined) => {
      const file = { path: tree.path('work/d/f'), isDirectory: false, problem: 'changed', changedBy: null };
      return [{ id, files: [file] }];
    };
    const replaceDirectory = (): void => {
      rmSync(tree.path('work/d'), { recursive: true });
      replace(tree.path('work/d'));
    };
    replaceDirectory();
    expect(await history.turn({ direction: 'undo', operations: added === undefined ? [] : [added] })).toEqual(
      seen(added?.id),
    );
    rmSync(tree.path('work/d'));
    await write('d/f', 'new');
    await change({ kind: 'remove', path: tree.path('work/d/f') });
    const [removed] = await entries();
    replaceDirectory();
    expect(await history.turn({ direction: 'undo', operations: removed === undefined ? [] : [removed] })).toEqual(
      seen(removed?.id),
    );
    expect(readdirSync(tree.path('work')).sort()).toEqual(['d', 'other']);
    expect(readFileSync(tree.path('work/other/f'), 'utf8')).toBe('new');
  });

  it('reads what comes back once to judge it, and once to write it', async () => {
    await using tree = await openTree({ 'work/f': 'one' });
    const { place, history, write, entries } = recordingIn(tree);
    await write('f', 'two');
    const operations = await entries();
    const reads: string[] = [];
    using _watch = watchCalls(['readFileSync'], (_, [path]) => {
      if (String(path).startsWith(place.contents)) reads.push(String(path));
    });
    expect(await history.turn({ direction: 'undo', operations })).toEqual([]);
    expect(reads).toHaveLength(2);
    expect(readFileSync(tree.path('work/f'), 'utf8')).toBe('one');
  });
});
