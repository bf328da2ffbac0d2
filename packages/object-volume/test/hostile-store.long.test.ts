import { ToolError, type Volume } from '@dragoman/fs-core';
import { describe, expect, it } from 'vitest';
import { drip, type Responder, startHostileStore } from './hostile-store.ts';
import { asError, FACTS, list, over, readNamed, withFile, write } from './over-hostile-store.ts';

// Each makes all its attempts, which takes ten seconds.
describe.concurrent('an answer that drips for ever', () => {
  it('and a refusal of every part are given up', async () => {
    const answering = withFile((response, method) => {
      if (method === 'GET') response.writeHead(416).end();
      else response.writeHead(200, { ...FACTS, 'content-length': 5 }).end();
    });
    await over(answering, async (volume, hostile) => {
      expect(await readNamed(volume).catch(asError)).toBeInstanceOf(ToolError);
      expect(hostile.requests()).toBeLessThan(30);
    });
    const always = withFile((response) => response.writeHead(416).end());
    await over(always, async (volume, hostile) => {
      expect(await readNamed(volume).catch(asError)).toMatchObject({ code: 'IO_ERROR' });
      expect(hostile.requests()).toBeLessThan(30);
    });
  });

  it.each<[string, (volume: Volume) => Promise<unknown>, Responder]>([
    ['a list', list, (_request, response) => drip(response.writeHead(200))],
    ['content', readNamed, withFile((response) => drip(response.writeHead(200, FACTS)))],
    ['an error', readNamed, withFile((response) => drip(response.writeHead(400)))],
  ])('is given up: %s', async (_, act, answering) => {
    await over(
      answering,
      async (volume) => {
        expect(await act(volume).catch(asError)).toMatchObject({
          code: 'IO_ERROR',
          failure: { problem: 'store-unreachable', reason: expect.stringMatching(/^no answer in \d+/) },
        });
      },
      { timeoutMs: 200 },
    );
  });
});

describe.concurrent('a write', () => {
  it('is given up where the store refuses it again and again after no answer', async () => {
    let count = 0;
    await using hostile = await startHostileStore(({ method }, response) => {
      count += 1;
      if (method === 'HEAD') response.writeHead(200, { ...FACTS, etag: '"before"', 'content-length': 1 }).end();
      else response.writeHead(count === 1 ? 500 : 412).end();
    });
    expect(await write(hostile).catch(asError)).toMatchObject({ code: 'IO_ERROR' });
    expect(hostile.requests()).toBeLessThan(20);
  });
});
