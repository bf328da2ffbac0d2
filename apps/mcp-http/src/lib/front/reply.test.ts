import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createReply } from './reply.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A server and one request that waits there for its answer. */
async function openRequest(accept = 'text/event-stream, application/json') {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.write(`POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: ${accept}\r\nContent-Length: 2\r\n\r\n{}`);
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  return {
    server,
    socket,
    request,
    response,
    reply: createReply(request, response),
    seen: () => text,
    /** Waits until nothing more fits between the two. */
    async stalled() {
      let last = -1;
      while (response.socket !== null && last !== response.socket.bytesWritten) {
        last = response.socket.bytesWritten;
        for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
      }
    },
    /** Waits without looking at a clock: a test may have stopped it. */
    async until(isSeen: (text: string) => boolean) {
      while (!isSeen(text)) await once(socket, 'data');
    },
    async [Symbol.asyncDispose]() {
      socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: {} } as const;
const COMMENT = ': still working\n\n';

describe('a reply that takes long', () => {
  const answer = { jsonrpc: '2.0', id: 1, result: {} } as const;
  const stopClock = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

  it('begins a stream after 10 seconds, and says each 10 seconds that somebody still works', async () => {
    stopClock();
    await using at = await openRequest();
    await vi.advanceTimersByTimeAsync(9999);
    expect(at.response.headersSent).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await at.until((text) => text.includes(COMMENT));
    expect(at.seen()).toContain('content-type: text/event-stream');
    await vi.advanceTimersByTimeAsync(20_000);
    await at.until((text) => text.split(COMMENT).length === 4);
    at.reply.tell(progress);
    at.reply.answer(answer, 200);
    await at.until((text) => text.endsWith('"result":{}}\n\n\r\n0\r\n\r\n'));
    expect(at.seen()).toContain('"notifications/progress"');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is JSON after blank lines for a client that takes no streams', async () => {
    stopClock();
    await using at = await openRequest('application/json');
    await vi.advanceTimersByTimeAsync(30_000);
    at.reply.tell(progress);
    at.reply.answer([answer, answer], 200);
    await at.until((text) => text.endsWith('\r\n0\r\n\r\n'));
    expect(at.seen()).toContain('content-type: application/json');
    const body = at
      .seen()
      .slice(at.seen().indexOf('\r\n\r\n'))
      .replaceAll(/\r\n[\da-f]+\r\n/g, '')
      .trim();
    expect(JSON.parse(body)).toEqual([answer, answer]);
  });

  it('is not begun where its head depends on how it ends', async () => {
    stopClock();
    await using at = await openRequest();
    const reply = createReply(at.request, at.response, false);
    vi.clearAllTimers();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(at.response.headersSent).toBe(false);
    reply.answer(answer, 400);
    await at.until((text) => text.startsWith('HTTP/1.1 400'));
  });

  it('that was cancelled ends without an answer', async () => {
    stopClock();
    await using at = await openRequest();
    await vi.advanceTimersByTimeAsync(10_000);
    at.reply.end();
    await at.until((text) => text.endsWith('0\r\n\r\n'));
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('an answer', () => {
  const large = { jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(24 * 1024 * 1024) } } as const;

  it('of which nothing is read for a minute is given up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await using at = await openRequest();
    at.socket.pause();
    const { unread } = at.reply.answer(large, 200);
    expect(unread?.bytes).toBeGreaterThan(large.result.text.length);
    // Of what comes after an answer, nothing is said.
    at.reply.tell(progress);
    at.reply.end();
    await at.stalled();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(at.response.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect([at.response.destroyed, vi.getTimerCount()]).toEqual([true, 0]);
    at.socket.resume();
    await once(at.socket, 'close');
    expect(at.seen().length).toBeLessThan(large.result.text.length);
  });

  it('has all its time from when those before it are answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await using at = await openRequest();
    at.socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}');
    const [request, response] = (await once(at.server, 'request')) as [IncomingMessage, ServerResponse];
    createReply(request, response).answer({ jsonrpc: '2.0', id: 2, result: {} }, 200);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(response.destroyed).toBe(false);
    at.reply.answer({ jsonrpc: '2.0', id: 1, result: {} }, 200);
    await at.until((text) => text.split('"result":{}').length === 3);
  });

  it('that nobody waits for any more holds no timer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await using at = await openRequest();
    at.socket.pause();
    const { unread } = at.reply.answer(large, 200);
    at.socket.destroy();
    await once(at.response, 'close');
    unread?.hurry(5000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has less time where others wait for its place', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await using at = await openRequest();
    at.socket.pause();
    const { unread } = at.reply.answer(large, 200);
    await at.stalled();
    unread?.hurry(5000);
    await vi.advanceTimersByTimeAsync(5000);
    expect(at.response.destroyed).toBe(true);
  });

  it('that is read slowly comes to its end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await using at = await openRequest();
    at.socket.pause();
    const { unread } = at.reply.answer(large, 200);
    const bytes = unread?.bytes ?? 0;
    await at.stalled();
    await vi.advanceTimersByTimeAsync(59_000);
    at.socket.resume();
    await at.until((text) => text.length > bytes / 2);
    at.socket.pause();
    await at.stalled();
    await vi.advanceTimersByTimeAsync(59_000);
    at.socket.resume();
    await at.until((text) => text.length > bytes && text.endsWith('"}}'));
    expect(at.socket.destroyed).toBe(false);
  });

  it('that the system has taken over is held by nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await using at = await openRequest();
    const { bytes, unread } = at.reply.answer({ jsonrpc: '2.0', id: 1, result: {} }, 200);
    expect([bytes, unread, vi.getTimerCount()]).toEqual([36, null, 0]);
    await at.until((text) => text.endsWith('"result":{}}'));
  });

  it('that no JSON can hold is an error', async () => {
    await using at = await openRequest();
    at.reply.answer({ jsonrpc: '2.0', id: 1, result: { size: 1n } }, 200);
    await at.until((text) => text.endsWith('}}'));
    expect(at.seen()).toContain('"id":1,"error":{"code":-32603,');
  });
});
