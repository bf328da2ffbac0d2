import type { FoundFile, LineSearch } from '@dragoman/search/internal/search';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../create-session.ts';
import { confirmLinesOf } from './confirm-lines-of.ts';

const FILES = 5_000;

/** A line of two as a search reports it that saw `needle` there. */
function foundIn(path: string): FoundFile {
  const facts = { number: 1, matchAt: 0, offset: 0, length: 6, afterGap: false } as const;
  const lines = [
    { ...facts, kind: 'match', bytes: Buffer.from('needle') },
    { ...facts, kind: 'context', number: 2, offset: 7, length: 5, bytes: Buffer.from('other') },
  ] as const;
  return { path, count: 1, lineCount: 2, lines };
}

const SEARCH: LineSearch = {
  startedMs: 0,
  notes: { unreadable: 0, ignoreFilesSkipped: 0, tooLarge: 0, documents: 0, timedOut: false },
  async *[Symbol.asyncIterator]() {},
};

describe('confirmLinesOf', () => {
  it('counts the matching lines that are not there any more, but none that a link leads to', async () => {
    await using outside = await openTree({ 'f.txt': 'needle\nother\n' });
    await using tree = await openTree({
      'same.txt': 'needle\nother\n',
      'changed.txt': 'nothing\nother\n',
      'link.txt': { link: outside.path('f.txt') },
      links: { link: outside.root },
    });
    await using session = createSession({ workdir: tree.root });
    using searched = await session.volume.open(tree.root);
    const { confirm } = confirmLinesOf(searched);
    const confirmed = async (path: string) => {
      const { files, unconfirmed } = await confirm([foundIn(path)], SEARCH);
      return [files.map((file) => file.lines?.map(({ text }) => text)), unconfirmed];
    };
    expect(await confirmed('same.txt')).toEqual([[['needle', 'other']], 0]);
    expect(await confirmed('changed.txt')).toEqual([[], 1]);
    expect(await confirmed('gone.txt')).toEqual([[], 1]);
    expect(await confirmed('link.txt')).toEqual([[], 0]);
    expect(await confirmed('links/f.txt')).toEqual([[], 0]);
  });

  it('lets others have their turn, and ends when it is cancelled', async () => {
    await using tree = await openTree({ 'a.txt': 'needle\n' });
    const session = createSession({ workdir: tree.root });
    using searched = await session.volume.open(tree.root);
    const cancelling = new AbortController();
    const { signal } = cancelling;
    const line = {
      number: 1,
      bytes: Buffer.from('needle'),
      kind: 'match',
      afterGap: false,
      matchAt: 0,
      offset: 0,
      length: 7,
    } as const;
    const found = { path: 'a.txt', count: 1, lineCount: 1, lines: [line] };
    const { begin } = confirmLinesOf(searched, { signal });
    setImmediate(() => cancelling.abort());
    const files = Array.from({ length: FILES }, () => found);
    await expect(begin?.(files)).rejects.toMatchObject({ code: 'CANCELLED' });
    await session.close();
  });
});
