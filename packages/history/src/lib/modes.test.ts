import { chmodSync, readFileSync, statSync } from 'node:fs';
import { openTree, watchCalls } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { contentOf, recordingIn } from '../../test/recording.ts';

describe.skipIf(process.platform === 'win32')('the mode of a file', () => {
  const files = { 'work/f': 'one', 'work/g': 'other' };

  it.each([
    ['that is edited', { kind: 'write', path: 'f', change: contentOf('two') } as const, 'f', 'f'],
    ['that is moved', { kind: 'move', from: 'f', to: 'h' } as const, 'f', 'h'],
    ['that is moved and edited', { kind: 'move', from: 'f', to: 'h', change: contentOf('two') } as const, 'f', 'h'],
    ['that takes the place of another', { kind: 'move', from: 'f', to: 'g', overwrite: true } as const, 'f', 'g'],
  ])('%s stays what somebody has made it since', async (_, change, old, now) => {
    await using tree = await openTree(files);
    const recording = recordingIn(tree);
    const at = (name: string) => tree.path('work', name);
    const mode = (name: string) => statSync(at(name)).mode & 0o7777;
    chmodSync(at('f'), 0o640);
    chmodSync(at('g'), 0o604);
    const placed = change.kind === 'move' ? { ...change, from: at('f'), to: at(now) } : { ...change, path: at('f') };
    await recording.change(placed);
    const operations = await recording.operations();
    // Nobody has set one: each file gets that which it had.
    await recording.history.apply({ direction: 'undo', operations });
    expect([mode('f'), mode('g')]).toEqual([0o640, 0o604]);
    await recording.history.apply({ direction: 'redo', operations });
    expect(mode(now)).toBe(0o640);
    chmodSync(at(now), 0o750);
    expect(await recording.history.apply({ direction: 'undo', operations })).toBeNull();
    // What comes back to a name gets the mode that the name was given.
    expect([mode(old), mode('g')]).toEqual([0o750, now === 'g' ? 0o750 : 0o604]);
    expect([readFileSync(at('f'), 'utf8'), readFileSync(at('g'), 'utf8')]).toEqual(['one', 'other']);
    chmodSync(at(old), 0o700);
    expect(await recording.history.apply({ direction: 'redo', operations })).toBeNull();
    expect(mode(now)).toBe(0o700);
  });

  it('has no set-id bits after an edit, an undo or a redo, whoever set them', async () => {
    await using tree = await openTree(files);
    const recording = recordingIn(tree);
    const [path, removed] = [tree.path('work/f'), tree.path('work/g')];
    for (const file of [path, removed]) chmodSync(file, 0o6755);
    await recording.change({ kind: 'write', path, change: contentOf('two') });
    expect(statSync(path).mode & 0o7777).toBe(0o755);
    await recording.change({ kind: 'remove', path: removed });
    const operations = await recording.operations();
    for (const direction of ['undo', 'redo', 'undo'] as const) {
      chmodSync(path, 0o6755);
      expect(await recording.history.apply({ direction, operations })).toBeNull();
      expect(statSync(path).mode & 0o7777).toBe(0o755);
    }
    expect(statSync(removed).mode & 0o7777).toBe(0o755);
  });

  it('stays also where it is set while the undo waits for its lock', async () => {
    await using tree = await openTree(files);
    const { change, history, operations } = recordingIn(tree);
    const path = tree.path('work/f');
    await change({ kind: 'write', path, change: contentOf('two') });
    const all = await operations();
    {
      using _watch = watchCalls(['symlinkSync'], () => {
        if ((statSync(path).mode & 0o777) !== 0o600) chmodSync(path, 0o600);
      });
      expect(await history.apply({ direction: 'undo', operations: all })).toBeNull();
    }
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['one', 0o600]);
  });
});
