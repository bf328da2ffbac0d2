import { readdirSync, writeFileSync } from 'node:fs';
import { openTree, watchSyncs } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { currentOwner } from '../lock/lock-owner.ts';
import { leftPlans, writePlan } from './turn-plan.ts';

// No process has such an id.
const DEAD = currentOwner().replace(/^\d+/, String(2 ** 22 + 1));
const PLAN = { direction: 'redo', ids: ['0123abcd', '4567cdef'] } as const;

describe('leftPlans', () => {
  it('finds what ended processes have left, and of that what is whole', async () => {
    await using tree = await openTree({});
    const leave = (at: number, text: string) => writeFileSync(tree.path(`${DEAD}-${String(at).repeat(12)}.turn`), text);
    leave(1, JSON.stringify(PLAN));
    for (const [at, text] of ['', '{"direction":"redo"', '[]', '{"direction":"up","ids":[]}', 'null'].entries())
      leave(at + 2, text);
    writeFileSync(tree.path('foreign.turn'), JSON.stringify(PLAN));
    const plans = leftPlans(tree.root);
    expect(plans.map(({ direction, ids }) => ({ direction, ids })).filter(({ ids }) => ids.length > 0)).toEqual([PLAN]);
    expect(plans).toHaveLength(6);
    for (const { remove } of plans) remove();
    expect(readdirSync(tree.root)).toEqual(['foreign.turn']);
  });

  it.runIf(process.platform === 'linux')('are on the disk with their names before anything is turned', async () => {
    await using tree = await openTree({});
    using synced = watchSyncs();
    const plan = await writePlan(tree.root, PLAN);
    expect(synced.paths).toEqual([expect.stringMatching(/\.turn$/), tree.root]);
    plan.remove();
  });

  it('leaves those of living processes alone', async () => {
    await using tree = await openTree({});
    const plan = await writePlan(tree.root, PLAN);
    expect(leftPlans(tree.root)).toEqual([]);
    plan.remove();
    expect(readdirSync(tree.root)).toEqual([]);
    expect(leftPlans(tree.path('none'))).toEqual([]);
    await expect(writePlan(tree.path('none'), PLAN)).rejects.toThrow(/Cannot keep a journal/);
  });
});
