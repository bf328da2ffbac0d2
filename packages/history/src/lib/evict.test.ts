import { existsSync, openSync, readdirSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTree, type TemporaryTree, watchCalls } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import type { OperationEntry } from './entry.ts';
import { entryListIn } from './entry-list.ts';
import { examineJournal } from './examine.ts';
import { openJournal } from './journal.ts';
import { findJournal, placeJournal } from './journal-place.ts';
import { pinContents } from './pins.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A journal of ten kilobytes and ten days, and what makes operations in it that keep a content of some letters. */
function journalIn(tree: TemporaryTree) {
  const place = placeJournal({ directory: tree.path('journal'), maxBytes: 10_000, maxAgeDays: 10 });
  const journal = openJournal(place);
  const entryOf = async (id: string, letters: number, time = new Date()): Promise<OperationEntry> => {
    const path = tree.path(`content-${id}`);
    writeFileSync(path, id.slice(0, 1).repeat(letters));
    const keeping = journal.keep();
    const version = async () => '';
    const after = await keeping.file({ descriptor: openSync(path, 'r'), size: letters, mode: 0o644, version }, null);
    const origin = { session: 's', dialect: 'd', tool: 't', client: 'c' };
    const changes = [{ change: 'add', path: `/${id}`, before: null, after } as const];
    return { kind: 'operation', id, time: time.toISOString(), ...origin, changes, grownBy: keeping.grownBy };
  };
  const enter = async (id: string, letters: number, time?: Date): Promise<void> =>
    journal.enter(await entryOf(id, letters, time), { durable: false, isNew: true });
  const ids = () =>
    entryListIn(place.directory)
      .lines()
      .flatMap(({ kind, id }) => (kind === 'operation' ? [id] : []));
  const kept = () => readdirSync(place.contents).length;
  return { place, journal, entryOf, enter, ids, kept };
}

describe('a journal that is full', () => {
  it('lets the oldest operations go, and never the newest', async () => {
    await using tree = await openTree({});
    const { enter, ids, kept } = journalIn(tree);
    for (const id of ['aaaaaaaa', 'bbbbbbbb', 'cccccccc']) await enter(id, 4000);
    expect(ids()).toEqual(['bbbbbbbb', 'cccccccc']);
    await enter('dddddddd', 9990);
    expect(ids()).toEqual(['dddddddd']);
    expect(kept()).toBe(1);
  });

  it('judges each operation by its own time, since clocks go wrong', async () => {
    await using tree = await openTree({});
    const { enter, ids } = journalIn(tree);
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
    await enter('aaaaaaaa', 10, daysAgo(20));
    await enter('bbbbbbbb', 10, daysAgo(3));
    await enter('cccccccc', 10, new Date(0));
    await enter('dddddddd', 10, daysAgo(-5));
    await enter('eeeeeeee', 10);
    expect(ids()).toEqual(['bbbbbbbb', 'dddddddd', 'eeeeeeee']);
  });

  it('lets nothing go when a command enters what a killed server did: its own limits may be smaller', async () => {
    await using tree = await openTree({});
    const { place, entryOf, enter, ids } = journalIn(tree);
    const command = openJournal(placeJournal({ directory: place.directory, maxBytes: 100, maxAgeDays: 10 }));
    await enter('aaaaaaaa', 4000);
    const left = await entryOf('bbbbbbbb', 4000);
    for (const _ of [1, 2]) await command.enter(left, { durable: true, isNew: false });
    expect(ids()).toEqual(['aaaaaaaa', 'bbbbbbbb']);
    await enter('cccccccc', 4000);
    expect(ids()).toEqual(['bbbbbbbb', 'cccccccc']);
  });

  it('keeps what an operation relies on that is not in its list yet', async () => {
    await using tree = await openTree({});
    const { place, entryOf, enter } = journalIn(tree);
    const pinned = await entryOf('aaaaaaaa', 3000);
    const digest = readdirSync(place.contents)[0] ?? '';
    const pin = pinContents(place.records, pinned);
    await enter('bbbbbbbb', 9000);
    await enter('cccccccc', 9000);
    expect(existsSync(join(place.contents, digest))).toBe(true);
    pin[Symbol.dispose]();
    await enter('dddddddd', 9000);
    expect(existsSync(join(place.contents, digest))).toBe(false);
  });

  it('leaves alone what others have put there, and removes what was never finished', async () => {
    await using tree = await openTree({});
    const { place, enter } = journalIn(tree);
    const long = new Date(Date.now() - DAY_MS);
    for (const name of ['foreign', 'old.tmp', 'new.tmp']) writeFileSync(join(place.contents, name), 'x');
    utimesSync(join(place.contents, 'old.tmp'), long, long);
    const dead = join(place.records, `${2 ** 22 + 1}-1-${'0'.repeat(8)}-${'0'.repeat(12)}.pin`);
    writeFileSync(dead, '');
    utimesSync(dead, long, long);
    for (const id of ['aaaaaaaa', 'bbbbbbbb']) await enter(id, 9000);
    const names = readdirSync(place.contents).filter((name) => name.length < 64);
    expect(names.sort()).toEqual(['foreign', 'new.tmp']);
    expect(readdirSync(place.records)).toEqual([]);
  });
});

describe('examineJournal', () => {
  it('passes over a content that vanishes while it looks', async () => {
    await using tree = await openTree({});
    const { place, enter } = journalIn(tree);
    await enter('aaaaaaaa', 100);
    await enter('bbbbbbbb', 50);
    using _watch = watchCalls(['openSync'], (_, [path]) => {
      if (String(path).startsWith(place.contents)) unlinkSync(String(path));
    });
    expect(await examineJournal(place)).toMatchObject({ operations: 2, damagedOperations: 2 });
  });

  it('tells size, age and damage', async () => {
    await using tree = await openTree({});
    const { place, journal, enter } = journalIn(tree);
    expect(await examineJournal(place)).toMatchObject({ operations: 0, oldest: null, bytes: 0 });
    const time = new Date(Date.now() - DAY_MS);
    await enter('aaaaaaaa', 100, time);
    await enter('bbbbbbbb', 50);
    const whole = { operations: 2, oldest: time.toISOString(), bytes: 150, damagedLines: 0, damagedOperations: 0 };
    expect(await examineJournal(place)).toMatchObject(whole);
    for (const name of readdirSync(place.contents)) writeFileSync(join(place.contents, name), 'x');
    writeFileSync(join(journal.directory, 'operations.jsonl'), '\nfoul\n', { flag: 'a' });
    expect(await examineJournal(place)).toMatchObject({ damagedLines: 1, damagedOperations: 2 });
    expect(findJournal({ directory: tree.path('none'), maxBytes: 1, maxAgeDays: 1 })).toBeNull();
    expect(findJournal({ directory: journal.directory, maxBytes: 1, maxAgeDays: 1 })).not.toBeNull();
  });
});
