import { writeFileSync } from 'node:fs';
import { openLocalVolume } from '@dragoman/fs-core';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FindLinesRequest, type FoundFile, findLines } from '../src/internal/search.ts';

// More than the number of files for which ripgrep runs on one thread.
const FILES = 70;

// In all files together, more output than a scratch file holds.
const LONG = `needle ${'x'.repeat(40)}\n`.repeat(20_000);

const REQUEST: FindLinesRequest = {
  ...{ pattern: 'needle', result: 'lines', ignoreFiles: 'all', skip: new Set<string>(), hidden: true, maxLines: 2 },
  // However busy the machine is.
  timeLimitMs: 600_000,
};

async function search(root: string, request: Partial<FindLinesRequest>, signal?: AbortSignal) {
  const volume = openLocalVolume({ allow: [root] });
  using directory = await volume.open(root);
  if (directory.kind !== 'directory') throw new TypeError('Not a directory');
  const lines = findLines(volume, directory, { ...REQUEST, ...request, signal });
  const found: FoundFile[] = [];
  for await (const batch of lines) found.push(...batch);
  return { found: found.sort((one, other) => (one.path < other.path ? -1 : 1)), notes: lines.notes };
}

let built: TemporaryTree;

beforeAll(async () => {
  const names = Array.from({ length: FILES }, (_, index) => `d${index % 7}/f${100 + index}`);
  built = await openTree(Object.fromEntries(names.map((name) => [name, LONG])));
});

afterAll(() => built[Symbol.asyncDispose]());

describe('findLines', () => {
  it('finds each file once, and whole, where a scratch file cannot hold the output', { timeout: 60_000 }, async () => {
    const { found, notes } = await search(built.root, {});
    expect(found.map(({ count }) => count)).toEqual(Array<number>(FILES).fill(20_000));
    expect(new Set(found.map(({ path }) => path)).size).toBe(FILES);
    expect(found.every(({ lines }) => lines.length === REQUEST.maxLines)).toBe(true);
    expect(notes).toMatchObject({ unreadable: 0, timedOut: false });
  });

  it('counts a file that cannot be searched once, even where ripgrep runs twice', { timeout: 60_000 }, async () => {
    writeFileSync(built.path('bad'), `${'a'.repeat(40)}b`);
    const { found, notes } = await search(built.root, { pattern: '^(?=a)(a+)+$|needle' });
    expect([found.length, notes.unreadable]).toEqual([FILES, 1]);
  });

  it('stops when it is cancelled, and when its time is over', { timeout: 60_000 }, async () => {
    const stop = new AbortController();
    const volume = openLocalVolume({ allow: [built.root] });
    using directory = await volume.open(built.root);
    if (directory.kind !== 'directory') throw new TypeError('Not a directory');
    const running = async (): Promise<void> => {
      for await (const batch of findLines(volume, directory, { ...REQUEST, signal: stop.signal }))
        if (batch.length > 0) stop.abort();
    };
    await expect(running()).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await search(built.root, { timeLimitMs: 0 })).notes.timedOut).toBe(true);
  });
});
