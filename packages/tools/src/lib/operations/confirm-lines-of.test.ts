import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createSession } from '../session.ts';
import { confirmLinesOf } from './confirm-lines-of.ts';

const FILES = 5_000;

describe('confirmLinesOf', () => {
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
