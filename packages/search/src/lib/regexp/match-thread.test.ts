import { describe, expect, it } from 'vitest';
import { openMatchThread } from './match-thread.ts';

const blockOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));
const ENDLESS = /(?=.)(a+)+$/i;
const stalling = (): Uint8Array => blockOf(`a\n${'a'.repeat(40)}!\n`);

describe('openMatchThread', () => {
  it('stops an expression that backtracks without end, and goes on in another thread', async () => {
    await using thread = openMatchThread(ENDLESS);
    expect(await thread.match(stalling())).toEqual({ matches: [{ index: 0, matchAt: 0 }], stalled: true });
    expect(await thread.match(blockOf('b\nba\n'))).toEqual({ matches: [{ index: 1, matchAt: 1 }], stalled: false });
  });

  it('stops when it is cancelled, without waiting for the expression', async () => {
    await using thread = openMatchThread(ENDLESS);
    await thread.match(blockOf('a\n'));
    const controller = new AbortController();
    const matching = thread.match(stalling(), controller.signal);
    setImmediate(() => controller.abort());
    await expect(matching).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await thread.match(blockOf('a\n'))).toEqual({ matches: [{ index: 0, matchAt: 0 }], stalled: false });
  });

  it('gives a thread that is slow to start its whole time', async () => {
    const threads = Array.from({ length: 48 }, () => openMatchThread(/a$/));
    const found = await Promise.all(threads.map((thread) => thread.match(blockOf('ba\n'))));
    for (const { stalled } of found) expect(stalled).toBe(false);
    await Promise.all(threads.map((thread) => thread[Symbol.asyncDispose]()));
  });
});
