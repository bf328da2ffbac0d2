import { appendFileSync, rmSync } from 'node:fs';
import { openDescriptors, openTree, watchCalls } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import type { Entry } from './entry.ts';
import { type EntryLine, lineOf, linesIn } from './entry-line.ts';
import { entryListIn } from './entry-list.ts';
import { blocksFromEnd } from './past-lines.ts';

/** A line that is as long as its path. */
function line(id: number, letters = 1): string {
  const facts = { session: 's', dialect: 'd', tool: 't', client: 'c', grownBy: 0, time: new Date(0).toISOString() };
  const changes = [{ change: 'delete', path: `/${'ü'.repeat(letters)}`, before: null, after: null } as const];
  const entry: Entry = { kind: 'operation', id: id.toString(16).padStart(8, '0'), ...facts, changes };
  return lineOf(entry);
}

function newestFirst(directory: string): Iterable<EntryLine> {
  const blocks = blocksFromEnd(directory);
  return {
    *[Symbol.iterator]() {
      for (const block of blocks) yield* linesIn(block.toString('latin1')).reverse();
    },
  };
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
    expect(idsOf(newestFirst(tree.root))).toEqual(ids);
  });

  it('is not read as a whole for what is near its end', async () => {
    await using tree = await openTree({ 'operations.jsonl': lines(3000).join('') });
    const reads: unknown[] = [];
    using _watch = watchCalls(['readFileSync', 'readSync'], (_, args) => void reads.push(args));
    const found: { readonly id: string }[] = [];
    for (const each of newestFirst(tree.root)) if (found.push(each) === 100) break;
    expect(idsOf(found)).toEqual(down(2999).slice(0, 100));
    expect(reads).toHaveLength(2);
    expect(openDescriptors().filter((path) => path.startsWith(tree.root))).toEqual([]);
  });

  it('leaves out what is added meanwhile, and is the new one if the oldest have gone', async () => {
    await using tree = await openTree({ 'operations.jsonl': lines(3000).join('') });
    const list = entryListIn(tree.root);
    const found = newestFirst(tree.root);
    appendFileSync(list.path, line(3000));
    for (const _ of [1, 2]) expect(idsOf(found)).toEqual(down(2999));
    await list.replace([line(2999), line(3000)].map((each) => each.trimEnd()));
    expect(idsOf(found)).toEqual([3000, 2999]);
    rmSync(list.path);
    expect(idsOf(found)).toEqual([]);
    expect(openDescriptors().filter((path) => path.startsWith(tree.root))).toEqual([]);
  });
});
