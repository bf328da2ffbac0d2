import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import type { Entry } from './entry.ts';
import { lineOf } from './entry-line.ts';
import { entryListIn } from './entry-list.ts';
import { placeJournal } from './journal-place.ts';
import { countUsage } from './usage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MARK = {
  kind: 'undo',
  id: '0'.repeat(8),
  time: new Date().toISOString(),
  ids: ['a'.repeat(8)],
  grownBy: 0,
} as const;

const operation = (daysAgo: number, grownBy = 0): Entry => ({
  ...{ kind: 'operation', id: 'a'.repeat(8), session: 's', dialect: 'd', tool: 't', client: 'c', grownBy },
  time: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
  changes: [{ change: 'delete', path: '/"time":"2001-01-01T00:00:00.000Z"', before: null, after: null }],
});

/** A journal of 100 bytes and 10 days with these lines. */
function journalOf(tree: TemporaryTree, ...lines: string[]) {
  const place = placeJournal({ directory: tree.path('journal'), maxBytes: 100, maxAgeDays: 10 });
  writeFileSync(join(place.directory, 'operations.jsonl'), lines.join(''));
  return { place, list: entryListIn(place.directory) };
}

describe('countUsage', () => {
  it.each([
    ['nothing is there', [], false],
    ['all is young', [operation(1), operation(2)], false],
    ['the first is too old', [operation(11), operation(2)], true],
    ['another is, since the clock has gone backwards', [operation(1), operation(11), operation(2)], true],
    ['there is too much', [operation(1, 60), operation(1, 50)], true],
    ['what went has made room', [operation(1, 160), { ...MARK, kind: 'base', grownBy: -60 } as const], false],
  ])('tells whether old operations have to go: %s', async (_, entries, isOver) => {
    await using tree = await openTree({});
    const { place, list } = journalOf(tree, ...entries.map(lineOf));
    expect(countUsage(place, { list, entry: operation(0) }).isOver).toBe(isOver);
  });

  it('passes over a line whose time is damaged', async () => {
    await using tree = await openTree({});
    const damaged = lineOf(operation(1)).replace(/"time":"2[^"]*"/, '"time":"never"');
    const cut = `${lineOf(operation(1)).slice(0, 120)}\n`;
    const { place, list } = journalOf(tree, damaged, cut, lineOf(operation(11)));
    expect(countUsage(place, { list, entry: operation(0) }).isOver).toBe(true);
  });

  it('counts on from what it knows, and anew if others have added something', async () => {
    await using tree = await openTree({});
    const { place, list } = journalOf(tree);
    const add = (entry: Entry): boolean => {
      const { isOver, added } = countUsage(place, { list, entry });
      using _appended = list.append(entry);
      added();
      return isOver;
    };
    expect([add(MARK), place.usage.listSize]).toEqual([false, -1]);
    expect([add(operation(0, 60)), place.usage.listSize]).toEqual([false, list.size]);
    expect(add(MARK)).toBe(false);
    using _other = list.append(operation(0, 50));
    expect(add(MARK)).toBe(true);
  });
});
