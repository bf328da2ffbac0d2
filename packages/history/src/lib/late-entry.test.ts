import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import type { Entry } from './entry.ts';
import { entryListIn } from './entry-list.ts';
import { placeJournal } from './journal-place.ts';
import { lateEntry } from './late-entry.ts';

const ENTRY: Entry = {
  kind: 'operation',
  id: '0a1b2c3d',
  time: '2026-01-02T03:04:05.000Z',
  session: 's',
  dialect: 'editor',
  tool: 'edit',
  client: 'c',
  changes: [],
  grownBy: 0,
};

it('is entered as far as the journal has what it was before, and once', async () => {
  const before = { kind: 'file', version: `sha256:${'0'.repeat(64)}`, mode: 0o644, size: 3 } as const;
  const entryOf = (isKept: boolean): Entry => ({
    ...ENTRY,
    changes: [{ change: 'update', path: '/f', before: { ...before, isKept }, after: null }],
  });
  expect(await enteredOf(ENTRY)).toEqual([ENTRY.id]);
  expect(await enteredOf(entryOf(false))).toEqual([ENTRY.id]);
  expect(await enteredOf(entryOf(true))).toEqual([]);
});

it('is none if it is no entry, or lies elsewhere and was not pinned', async () => {
  expect(await enteredOf({ id: ENTRY.id })).toBeNull();
  expect(await enteredOf(null)).toBeNull();
  expect(await enteredOf(ENTRY, true)).toBeNull();
});

/** Ids that the journal lists after a recording was done twice; null if there is no recording. */
async function enteredOf(note: unknown, isElsewhere = false): Promise<string[] | null> {
  await using tree = await openTree();
  const place = placeJournal({ directory: tree.path('journal'), maxBytes: 1_000_000, maxAgeDays: 100_000 });
  const recording = lateEntry(place, note, isElsewhere);
  await recording?.done(true);
  await recording?.done(true);
  const lines = entryListIn(place.directory).lines();
  return recording && lines.map(({ id }) => id);
}
