import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openMemoryRecorder } from '../../../test/memory-recorder.ts';
import { openLocalVolume } from '../local/local-volume.ts';

const BY = { session: 's', dialect: 'd', tool: 't', client: 'c' };
const write = (tree: TemporaryTree, name: string) =>
  ({ kind: 'write', path: tree.path(name), change: () => [Buffer.from('new')] }) as const;

function openRecorded(tree: TemporaryTree) {
  const recorder = openMemoryRecorder(tree.path('records'));
  return { recorder, volume: openLocalVolume({ allow: [tree.path('work')], builtinDeny: false, recorder }) };
}

describe('a recorder', () => {
  it('is told of all changes of a call once they are made', async () => {
    await using tree = await openTree({ 'work/f': 'old', 'work/g': 'gone', records: null });
    const { recorder, volume } = openRecorded(tree);
    await volume.transact([write(tree, 'work/f'), { kind: 'remove', path: tree.path('work/g') }], { by: BY });
    const entries = [
      { change: 'update', path: tree.path('work/f'), before: { size: 3 }, after: { size: 3 } },
      { change: 'delete', path: tree.path('work/g'), before: { size: 4 }, after: null },
    ];
    expect(recorder.recorded).toMatchObject([{ by: BY, entries }]);
    expect(readdirSync(recorder.records)).toEqual([]);
  });

  it('has its note on the disk before anything changes', async () => {
    await using tree = await openTree({ 'work/f': 'old', records: null });
    const { recorder, volume } = openRecorded(tree);
    const notes: unknown[] = [];
    const watched = Object.assign({}, recorder, {
      async prepared(...[changes, how]: Parameters<typeof recorder.prepared>) {
        const prepared = await recorder.prepared(changes, how);
        const [record = ''] = readdirSync(recorder.records);
        const lines = readFileSync(join(recorder.records, record), 'utf8').trimEnd().split('\n');
        notes.push(JSON.parse(lines.at(-1) ?? ''), readFileSync(tree.path('work/f'), 'utf8'));
        return prepared;
      },
    });
    await openLocalVolume({ allow: volume.roots, recorder: watched }).transact([write(tree, 'work/f')], { by: BY });
    expect(notes).toEqual([JSON.parse(JSON.stringify(recorder.recorded[0])), 'old']);
  });

  it('is told of nothing that was taken back, or that nobody is to be named for', async () => {
    await using tree = await openTree({ 'work/f': 'old', records: null });
    const { recorder, volume } = openRecorded(tree);
    const changes = [write(tree, 'work/g'), { kind: 'remove', path: tree.path('work/missing') }] as const;
    await expect(volume.transact(changes, { by: BY })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await volume.transact([write(tree, 'work/f')]);
    expect([recorder.recorded, existsSync(tree.path('work/g'))]).toEqual([[], false]);
  });

  it('keeps from changing what it cannot keep', async () => {
    await using tree = await openTree({ 'work/f': 'old', records: null });
    const { recorder } = openRecorded(tree);
    const full = Object.assign({}, recorder, { prepared: () => Promise.reject(new Error('full')) });
    const volume = openLocalVolume({ allow: [tree.path('work')], builtinDeny: false, recorder: full });
    await expect(volume.transact([write(tree, 'work/f')], { by: BY })).rejects.toThrow('full');
    expect([readdirSync(tree.path('work')), readFileSync(tree.path('work/f'), 'utf8')]).toEqual([['f'], 'old']);
  });
});
