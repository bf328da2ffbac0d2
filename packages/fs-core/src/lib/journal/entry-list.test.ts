import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { openTree, watchCalls } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import type { Entry } from './entry.ts';
import { lineOf } from './entry-line.ts';
import { entryListIn } from './entry-list.ts';

/** A line that is as long as its path. */
function line(id: number, letters = 1): string {
  const facts = { session: 's', dialect: 'd', tool: 't', client: 'c', grownBy: 0, time: new Date(0).toISOString() };
  const changes = [{ change: 'delete', path: `/${'ü'.repeat(letters)}`, before: null, after: null } as const];
  const entry: Entry = { kind: 'operation', id: id.toString(16).padStart(8, '0'), ...facts, changes };
  return lineOf(entry);
}

const lines = (count: number, letters?: number) => Array.from({ length: count }, (_, at) => line(at, letters));
const idsOf = (found: Iterable<{ readonly id: string }>): number[] =>
  [...found].map(({ id }) => Number.parseInt(id, 16));
const down = (from: number): number[] => Array.from({ length: from + 1 }, (_, at) => from - at);

describe('the list of operations from its end', () => {
  it.each([
    ['no list', null, []],
    ['an empty one', '', []],
    ['a short one', lines(3).join(''), down(2)],
    ['one of which the last line was cut off', lines(3).join('') + line(4).slice(0, 50), down(2)],
    ['a damaged one', [line(0), 'foul\n', '\n', line(1)].join(''), [1, 0]],
    ['a long one', lines(3000).join(''), down(2999)],
    ['lines of many bytes', lines(5, 100_000).join(''), down(4)],
    ['a line that is longer than what is read at first', line(0) + line(1, 200_000), [1, 0]],
  ])('is all of it, the newest first: %s', async (_, text, ids) => {
    await using tree = await openTree(text === null ? {} : { 'operations.jsonl': text });
    expect(idsOf(entryListIn(tree.root).newestFirst())).toEqual(ids);
  });

  it('is not read as a whole for what is near its end', async () => {
    await using tree = await openTree({ 'operations.jsonl': lines(3000).join('') });
    const reads: string[] = [];
    using _watch = watchCalls(['readFileSync'], (_, [path]) => void reads.push(String(path)));
    const found: string[] = [];
    for (const { id } of entryListIn(tree.root).newestFirst()) if (found.push(id) === 100) break;
    expect(idsOf(found.map((id) => ({ id })))).toEqual(down(2999).slice(0, 100));
    expect(reads).toEqual([]);
  });

  it('is that of the moment in which it was asked for, whatever is added or goes meanwhile', async () => {
    await using tree = await openTree({ 'operations.jsonl': lines(3000).join('') });
    const [path, list] = [tree.path('operations.jsonl'), entryListIn(tree.root)];
    const [whole, rest, none] = [list.newestFirst(), list.newestFirst(), list.newestFirst()];
    appendFileSync(path, line(3000));
    expect(idsOf(whole)).toEqual(down(2999));
    const left = readFileSync(path, 'utf8').split('\n').slice(100).join('\n');
    writeFileSync(path, left);
    expect(idsOf(rest)).toEqual(down(2999).slice(0, -100));
    // All that the end held has gone.
    writeFileSync(path, line(1) + line(2));
    expect(idsOf(none).slice(-3)).toEqual([expect.any(Number), 2, 1]);
  });
});
