import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { readOptions } from '@dragoman/dialects/internal/options';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createCancelToken, withdraw } from './cancel-token.ts';
import type { FromThread, Task, ToThread } from './messages.ts';
import { serveThread } from './serve-thread.ts';

type Answer = Extract<FromThread, { readonly kind: 'done' | 'failed' }>;

const host = { environment: {}, currentDirectory: () => '/' };
const CALL: Task = {
  ...{ kind: 'call', dialect: 'claude-code', name: 'Read', args: { file_path: 'f' } },
  ...{ client: undefined, structured: undefined, isReported: false },
};

/** A thread of sessions in this one, as far as its messages go, and a session in it. */
async function openThread() {
  const tree = await openTree({ f: 'text\n' });
  const { port1: near, port2: far } = new MessageChannel();
  const told: FromThread[] = [];
  far.on('message', (message: FromThread) => told.push(message));
  serveThread(near, { callTimeoutMs: 60_000 });
  const tell = (message: ToThread): void => far.postMessage(message);
  const options = readOptions(new Map([['allow-dir', [tree.root]]]), host);
  let last = 0;
  tell({ kind: 'open', session: 1, opening: { options, outer: null } });
  const isOf =
    (id: number) =>
    (message: FromThread): message is Answer =>
      (message.kind === 'done' || message.kind === 'failed') && message.id === id;
  return {
    tell,
    /** Has something done, and gives the id of its answer. */
    begin(task: Task, { session = 1, cancelToken = createCancelToken() } = {}): number {
      last += 1;
      tell({ kind: 'do', id: last, session, task, cancelToken });
      return last;
    },
    async answer(id: number): Promise<Answer> {
      for (;;) {
        const found = told.find(isOf(id));
        if (found !== undefined) return found;
        await once(far, 'message');
      }
    },
    hasToldOf: (kind: FromThread['kind']) => told.some((message) => message.kind === kind),
    kindsOf: (id: number) => told.filter(isOf(id)).map(({ kind }) => kind),
    async [Symbol.asyncDispose]() {
      far.close();
      await once(near, 'close');
      await tree[Symbol.asyncDispose]();
    },
  };
}

describe('a thread of sessions', () => {
  it('does in a session what it is told', async () => {
    await using thread = await openThread();
    const tools = await thread.answer(thread.begin({ kind: 'tools', dialect: 'claude-code' }));
    expect(tools).toMatchObject({
      kind: 'done',
      value: expect.arrayContaining([expect.objectContaining({ name: 'Read' })]),
    });
    const read = await thread.answer(thread.begin(CALL));
    expect(JSON.stringify(read)).toContain('text');
  });

  it('refuses what comes after the end of its session, or before its beginning', async () => {
    await using thread = await openThread();
    const closing = thread.begin({ kind: 'close' });
    const late = [
      thread.begin(CALL),
      thread.begin({ kind: 'tools', dialect: 'gemini' }),
      thread.begin(CALL, { session: 2 }),
    ];
    expect(await thread.answer(closing)).toMatchObject({ kind: 'done' });
    for (const id of late)
      expect(await thread.answer(id)).toMatchObject({
        kind: 'failed',
        error: { kind: 'tool', failure: { code: 'CANCELLED' }, message: 'The session has ended' },
      });
    expect(await thread.answer(thread.begin({ kind: 'close' }))).toMatchObject({ kind: 'done' });
  });

  it('leaves to others what was withdrawn before it came to it', async () => {
    await using thread = await openThread();
    const cancelToken = createCancelToken();
    withdraw(cancelToken);
    const withdrawn = [thread.begin(CALL, { cancelToken }), thread.begin(CALL, { cancelToken, session: 2 })];
    await thread.answer(thread.begin(CALL));
    expect(withdrawn.flatMap(thread.kindsOf)).toEqual([]);
  });

  it('says why something failed, and gives signs of life meanwhile', async () => {
    await using thread = await openThread();
    thread.tell({ kind: 'cancel', id: 99 });
    thread.tell({ kind: 'ping' });
    const options = readOptions(new Map([['allow-dir', ['/nonexistent/directory']]]), host);
    thread.tell({ kind: 'open', session: 2, opening: { options, outer: null } });
    const failed = await thread.answer(thread.begin(CALL, { session: 2 }));
    expect(failed).toMatchObject({ kind: 'failed', error: { kind: 'tool' } });
    expect(thread.hasToldOf('pong')).toBe(true);
  });
});
