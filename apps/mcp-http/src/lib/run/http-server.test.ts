import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createHttpServer } from './http-server.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** A connection with requests that were sent at once and wait for their answers. */
async function openRequests(count: number) {
  const requests = new EventEmitter();
  const responses: ServerResponse[] = [];
  const server = createHttpServer((_, response) => {
    responses.push(response);
    if (responses.length === count) requests.emit('all');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(REQUEST.repeat(count));
  await once(requests, 'all');
  return {
    responses,
    socket,
    async [Symbol.asyncDispose]() {
      socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('a connection', () => {
  it('that ends closes all that was asked for over it, each once', async () => {
    await using at = await openRequests(12);
    const closed = at.responses.map(() => 0);
    const all = at.responses.map((response, index) => {
      response.on('close', () => {
        closed[index] = (closed[index] ?? 0) + 1;
      });
      return once(response, 'close');
    });
    // The second is its turn now.
    at.responses[0]?.end();
    await all[0];
    at.socket.destroy();
    await Promise.all(all);
    expect(closed).toEqual(at.responses.map(() => 1));
    expect(at.responses.slice(1).every(({ destroyed }) => destroyed)).toBe(true);
  });
});
