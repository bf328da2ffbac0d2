import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { createHeldBytes } from '../calls/held-bytes.ts';
import { answerUnread } from './answers.ts';
import { readBody } from './read-body.ts';

/** A request as it arrives, after what its client has sent so far. */
async function openRequest(headers: readonly string[], sent = '', maxHeld = 1000) {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(['POST / HTTP/1.1', 'Host: localhost', ...headers, '', sent].join('\r\n'));
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const held = createHeldBytes(maxHeld);
  const hold = held.hold('ann');
  return {
    socket,
    request,
    response,
    held,
    read: (maxBytes = 400) => readBody({ request, response }, { maxBytes, held, principal: 'ann', hold }),
    async [Symbol.asyncDispose]() {
      socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

const CHUNKED = ['Transfer-Encoding: chunked'];
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

it('reads what arrives in pieces, and holds as much', async () => {
  await using at = await openRequest(CHUNKED, chunk('grün'));
  const reading = at.read();
  await once(at.request, 'data');
  expect(at.held.hasRoomFor('ann', 495)).toBe(true);
  expect(at.held.hasRoomFor('ann', 496)).toBe(false);
  at.socket.write(`${chunk(' und')}${chunk(' blau')}0\r\n\r\n`);
  expect(await reading).toEqual({ kind: 'text', bytes: expect.any(Number), text: 'grün und blau' });
});

it('reads a body of nothing, and none that is no UTF-8', async () => {
  await using nothing = await openRequest(['Content-Length: 0']);
  expect(await nothing.read()).toEqual({ kind: 'text', bytes: expect.any(Number), text: '' });
  await using other = await openRequest(['Content-Length: 2']);
  other.socket.write(Buffer.from([0x61, 0xff]));
  expect(await other.read()).toEqual({ kind: 'no-utf8' });
});

it('reads nothing of a body that says that it is too large', async () => {
  await using at = await openRequest(['Content-Length: 401'], 'x'.repeat(401));
  expect(await at.read()).toEqual({ kind: 'too-large', bytes: 401 });
  expect(at.request.readableFlowing).toBe(null);
});

it('reads no further than its limit, and leaves what follows to be passed over', async () => {
  await using at = await openRequest(CHUNKED, chunk('x'.repeat(300)) + chunk('y'.repeat(300)) + chunk('z'));
  expect(await at.read()).toMatchObject({ kind: 'too-large', bytes: 600 });
  expect(at.request.isPaused()).toBe(true);
  at.request.resume();
  at.socket.write('0\r\n\r\n');
  await once(at.request, 'end');
});

it('refuses what would be too much with all that is held', async () => {
  await using at = await openRequest(CHUNKED, chunk('x'));
  using other = at.held.hold('ann');
  other.add(500);
  await expect(at.read()).rejects.toMatchObject({ status: 503, message: 'The server is busy' });
});

it('says that the client is gone, whether it went before or meanwhile', async () => {
  await using at = await openRequest(['Content-Length: 10'], 'half');
  const reading = at.read();
  await once(at.request, 'data');
  at.socket.destroy();
  expect(await reading).toEqual({ kind: 'broken' });
  expect(await at.read()).toEqual({ kind: 'broken' });
});

const MB = 1024 * 1024;

/** Measures how much of a request is read in one turn of the event loop, at most, once some of it has been. */
function mostInOneTurn({ request }: { readonly request: IncomingMessage }): () => number {
  let [all, inTurn, most] = [0, 0, 0];
  request.on('data', (chunk: Buffer) => {
    all += chunk.length;
    inTurn += chunk.length;
    if (all > MB) most = Math.max(most, inTurn);
  });
  request.pause();
  const begin = (): void => {
    inTurn = 0;
    if (!request.closed) setImmediate(begin);
  };
  begin();
  return () => most;
}

it('reads a long body a piece in a turn, whether it is kept or passed over', async () => {
  await using kept = await openRequest([`Content-Length: ${4 * MB}`], 'x'.repeat(4 * MB), 32 * MB);
  const mostRead = mostInOneTurn(kept);
  const read = kept.read(4 * MB);
  kept.request.resume();
  expect(await read).toHaveProperty('text.length', 4 * MB);
  expect(mostRead()).toBeLessThan(MB / 2);
  await using unread = await openRequest(['Transfer-Encoding: chunked'], chunk('x'.repeat(4 * MB)));
  const mostPassed = mostInOneTurn(unread);
  answerUnread(unread, { status: 403, code: 1, message: 'no' });
  unread.socket.write('0\r\n\r\n');
  await once(unread.request, 'end');
  expect(mostPassed()).toBeLessThan(MB / 2);
});
