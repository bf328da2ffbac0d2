import { existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTree, type TemporaryTree, watchCalls } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openMemoryRecorder } from '../../../test/memory-recorder.ts';
import { localContext } from '../local/local-context.ts';
import { currentOwner } from '../lock/lock-owner.ts';
import { keptName } from '../lock/temp-file-name.ts';
import { createRecovery } from './recovery.ts';

/** The directory `work` of a tree, with records of its transactions in `records` beside it. */
function contextIn(tree: TemporaryTree) {
  const recorder = openMemoryRecorder(tree.path('records'));
  return { recorder, context: localContext({ allow: [tree.path('work')], builtinDeny: false, recorder }) };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('looks again after a second for what killed processes left, whatever becomes of the clock', async () => {
  await using tree = await openTree({ work: null });
  vi.useFakeTimers({ toFake: ['Date'] });
  const uptime = vi.spyOn(process, 'uptime').mockReturnValue(5);
  const { recorder, context } = contextIn(tree);
  const recovered = createRecovery(context);
  let looks = 0;
  using _watch = watchCalls(['readdirSync'], (_, [path]) => {
    if (path === recorder.records) looks += 1;
  });
  for (const _ of [1, 2]) await recovered();
  expect(looks).toBe(1);
  vi.setSystemTime(Date.now() - 3_600_000);
  await recovered();
  expect(looks).toBe(1);
  uptime.mockReturnValue(6);
  await recovered();
  expect(looks).toBe(2);
});

describe('what this process itself could not finish', () => {
  /** The first of two removals, of which a record of this process tells. */
  const halfDone = (tree: TemporaryTree) => {
    const { recorder, context } = contextIn(tree);
    const { records } = recorder;
    const kept = keptName(currentOwner(), '000000000001');
    writeFileSync(tree.path('work', kept), 'old');
    const record = join(records, `${currentOwner()}-000000000002.jsonl`);
    const steps = [
      { do: 'remove', path: tree.path('work/f'), kept },
      { do: 'remove', path: tree.path('work/g'), kept: keptName(currentOwner(), '000000000003') },
    ];
    writeFileSync(record, `${JSON.stringify({ steps, made: [] })}\n[null,null]\n`);
    context.unfinished.set(record, { kind: 'journal', directory: records });
    return { context, records, record };
  };
  const NODES = { 'work/g': 'other' };

  it('is retried after its record could not be read', async () => {
    await using tree = await openTree(NODES);
    const { context, record } = halfDone(tree);
    const recovered = createRecovery(context);
    let refusals = 0;
    {
      using _ = watchCalls(['openSync'], (_, [path]) => {
        if (path !== record) return;
        refusals += 1;
        throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
      });
      await recovered();
    }
    expect([refusals, existsSync(tree.path('work/f'))]).toEqual([1, false]);
    await recovered();
    expect(readFileSync(tree.path('work/f'), 'utf8')).toBe('old');
    expect([existsSync(record), context.unfinished.size]).toEqual([false, 0]);
  });

  it('comes first, however long the others take', async () => {
    await using tree = await openTree(NODES);
    const { context, records, record } = halfDone(tree);
    let now = 5;
    vi.spyOn(process, 'uptime').mockImplementation(() => now);
    const ended = currentOwner().replace(/^\d+-\d+/, '4194399-5');
    writeFileSync(join(records, `${ended}-000000000001.jsonl`), 'slow');
    using _ = watchCalls(['lstatSync'], (_, [path]) => {
      if (String(path).startsWith(records) && path !== record) now += 10;
    });
    await createRecovery(context)();
    expect(readFileSync(tree.path('work/f'), 'utf8')).toBe('old');
    expect(context.unfinished.size).toBe(0);
  });

  it('is over once its record is gone', async () => {
    await using tree = await openTree(NODES);
    const { context, record } = halfDone(tree);
    unlinkSync(record);
    await createRecovery(context)();
    expect(context.unfinished.size).toBe(0);
  });
});
