import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type Recording, recordingIn } from '../../../test/recording.ts';
import { currentOwner } from '../lock/lock-owner.ts';
import { turnAll } from './turn-operations.ts';

// No process has such an id.
const DEAD = currentOwner().replace(/^\d+/, String(2 ** 22 + 1));

/** Of two operations, of which the second moves what the first wrote, only that one is undone; then the process died. */
async function halfUndone(tree: TemporaryTree): Promise<Recording & { readonly ids: string[] }> {
  const recording = recordingIn(tree);
  const { past, place, change, write, entries } = recording;
  await write('d/f', 'two');
  await change({ kind: 'move', from: tree.path('work/d'), to: tree.path('work/n') });
  const operations = await entries();
  await turnAll(past, { direction: 'undo', operations: operations.slice(0, 1) }, {});
  const ids = operations.map(({ id }) => id);
  writeFileSync(`${place.records}/${DEAD}-${'0'.repeat(12)}.turn`, JSON.stringify({ direction: 'undo', ids }));
  return { ...recording, ids };
}

describe('what a killed process was undoing', () => {
  it('is completed by the next one', async () => {
    await using tree = await openTree({ 'work/d/f': 'one' });
    const { history, place, ids } = await halfUndone(tree);
    expect([...(await history.list()).undone]).toEqual(ids.toReversed());
    expect(readFileSync(tree.path('work/d/f'), 'utf8')).toBe('one');
    expect(readdirSync(place.records)).toEqual([]);
  });

  it('is taken back if somebody has changed what is left to be undone', async () => {
    await using tree = await openTree({ 'work/d/f': 'one' });
    const { history, place } = await halfUndone(tree);
    writeFileSync(tree.path('work/d/f'), 'by hand');
    expect([...(await history.list()).undone]).toEqual([]);
    expect(readFileSync(tree.path('work/n/f'), 'utf8')).toBe('by hand');
    expect(readdirSync(place.records)).toEqual([]);
  });

  it('stays planned if neither can be done, and is tried once by each process', async () => {
    await using tree = await openTree({ 'work/d/f': 'one' });
    const { history, place, warnings, ids } = await halfUndone(tree);
    writeFileSync(tree.path('work/d/f'), 'by hand');
    writeFileSync(tree.path('work/n'), 'in the way');
    for (const _ of [1, 2]) expect([...(await history.list()).undone]).toEqual(ids.slice(0, 1));
    expect(warnings).toHaveLength(1);
    expect(readdirSync(place.records)).toHaveLength(1);
    rmSync(tree.path('work/n'));
    expect([...(await recordingIn(tree).history.list()).undone]).toEqual([]);
    expect(readdirSync(place.records)).toEqual([]);
  });

  it('keeps nobody from reading if it fails', async () => {
    await using tree = await openTree({ 'work/d/f': 'one' });
    const { place, ids } = await halfUndone(tree);
    const { history, warnings } = recordingIn(tree, { locks: 'shared' });
    expect([...(await history.list()).undone]).toEqual(ids.slice(0, 1));
    expect(warnings).toHaveLength(2);
    expect(readdirSync(place.records)).toHaveLength(1);
    expect(existsSync(tree.path('work/n'))).toBe(false);
  });

  it('is left to those who may change all of it', async () => {
    await using tree = await openTree({ 'work/d/f': 'one', 'work/other': null });
    const { place, ids } = await halfUndone(tree);
    const { history } = recordingIn(tree, { allow: [tree.path('work/other')] });
    expect([...(await history.list()).undone]).toEqual(ids.slice(0, 1));
    expect(readdirSync(place.records)).toHaveLength(1);
  });

  it('is nothing that has to be done if all of it was undone', async () => {
    await using tree = await openTree({ 'work/f': 'one' });
    const { history, place, past, write, entries } = recordingIn(tree);
    await write('f', 'two');
    const operations = await entries();
    await turnAll(past, { direction: 'undo', operations }, {});
    const plan = { direction: 'undo', ids: [...operations.map(({ id }) => id), 'ffffffff'] };
    writeFileSync(`${place.records}/${DEAD}-${'0'.repeat(12)}.turn`, JSON.stringify(plan));
    expect([...(await history.list()).undone]).toHaveLength(1);
    expect(readdirSync(place.records)).toEqual([]);
  });
});
