import { describe, expect, it } from 'vitest';
import { createBytesRoom } from './bytes-room.ts';

describe('createBytesRoom', () => {
  it('lets work that is cancelled while it waits go, and begins what waited behind it', async () => {
    const room = createBytesRoom(10);
    const begun: string[] = [];
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = room(6, async () => {
      begun.push('first');
      await held;
    });
    const cancelling = new AbortController();
    const second = room(8, async () => begun.push('second'), cancelling.signal);
    const third = room(4, async () => begun.push('third'));
    cancelling.abort();
    await expect(second).rejects.toMatchObject({ code: 'CANCELLED' });
    await third;
    expect(begun).toEqual(['first', 'third']);
    release();
    await first;
    await room(10, async () => begun.push('all'), new AbortController().signal);
    expect(begun).toEqual(['first', 'third', 'all']);
  });

  it('begins nothing that was cancelled before', async () => {
    const room = createBytesRoom(10);
    const work = room(1, async () => 'done', AbortSignal.abort());
    await expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await room(10, async () => 'done')).toBe('done');
  });
});
