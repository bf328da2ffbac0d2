import { writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { peakMemory, testRounds } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { openSockets } from './connections.ts';
import { newToken } from './http-process.ts';
import { largeImage } from './large-image.ts';
import { modern, send, sendModern } from './messages.ts';
import { asks, expectServed, HEAD, MB, openServer, skipWithoutProc, tokens, trickle } from './slow-clients.ts';

const IS_LONG = testRounds(1) > 1;
it('clients that send their bodies a byte at a time delay nobody, and without a token are not waited for', {
  timeout: 300_000,
}, async () => {
  await using at = await openServer();
  const begin = (token: string) => (socket: Socket) => {
    socket.write(
      `${[...HEAD, `Authorization: Bearer ${token}`, 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\nfffff\r\n`,
    );
    trickle(socket, ' ');
  };
  const count = IS_LONG ? 1000 : 100;
  using known = await openSockets(at.url, { count, begin: begin(tokens.ann) });
  using unknown = await openSockets(at.url, { count, begin: begin(newToken()) });
  await expectServed(at);
  await expect.poll(() => unknown.closed).toBe(count);
  expect(known.closed).toBe(0);
  // After two minutes.
  if (IS_LONG) await expect.poll(() => known.closed, { timeout: 200_000 }).toBe(count);
});

it('clients that do not read their answers fill no memory, and delay nobody but those of their principal', {
  timeout: 300_000,
}, async ({ skip }) => {
  skipWithoutProc({ skip });
  await using at = await openServer(['--max-message-size', '8MB', '--max-calls', '4', '--metrics', '127.0.0.1:0']);
  writeFileSync(at.tree.path('ann', 'a.png'), largeImage());
  expect((await at.read('ann', 'a.png')).body.result.content[0].type).toBe('image');
  const before = peakMemory(at.server.process.pid);
  using _ = await openSockets(at.url, { count: 100, begin: asks(at, 'ann', 'a.png') });
  const list = modern('tools/list');
  await expect.poll(async () => (await sendModern(at.url, list, { token: tokens.ann })).status).toBe(503);
  await expectServed(at);
  const metrics = /"url":"([^"]+)"/.exec(at.server.log)?.[1] ?? '';
  const waiting = async () => Number(/^dragoman_calls_waiting (\d+)/m.exec(await (await fetch(metrics)).text())?.[1]);
  // How many of the others have come so far depends on the machine.
  await expect.poll(waiting).toBeGreaterThan(0);
  expect(peakMemory(at.server.process.pid) - before).toBeLessThan(200 * MB);
  // Whoever reads nothing is given up, in whose place the next one comes.
  if (IS_LONG) expect((await at.read('ann')).body.result.content[0].text).toContain('of ann');
});

interface Upload {
  readonly token?: string;
  readonly isAnnounced: boolean;
}

/** Sends 64 MB, as far as the server reads them. Returns the status of its answer. */
function upload(url: string, { token, isAnnounced }: Upload): Promise<number | undefined> {
  const chunk = Buffer.alloc(MB, ' ');
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(isAnnounced && { 'content-length': 64 * MB }),
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST', agent: false, headers }, (response) => {
      resolve(response.statusCode);
      response.resume();
    });
    // Once answered, a connection may end in the midst of the body.
    request.on('error', reject);
    let left = 64;
    const more = (): void => {
      while (left-- > 0) if (!request.write(chunk)) return void request.once('drain', more);
      request.end();
    };
    more();
  });
}

it('bodies of 64 MB are refused, however many come at once, and are not kept', async ({ skip }) => {
  skipWithoutProc({ skip });
  await using at = await openServer(['--max-message-size', '4MB']);
  await expectServed(at);
  const before = peakMemory(at.server.process.pid);
  const uploads: Upload[] = [
    { token: tokens.ann, isAnnounced: true },
    { token: tokens.ann, isAnnounced: false },
    { token: newToken(), isAnnounced: true },
    { isAnnounced: false },
  ];
  const sent = uploads.flatMap((each) => Array.from({ length: IS_LONG ? 50 : 8 }, () => each));
  const statuses = await Promise.all(sent.map(async (each) => ({ each, status: await upload(at.url, each) })));
  // What is not announced is read as far as there is room for it.
  for (const { each, status } of statuses)
    expect(each.token !== tokens.ann ? [401] : each.isAnnounced ? [413] : [413, 503]).toContain(status);
  expect(peakMemory(at.server.process.pid) - before).toBeLessThan(150 * MB);
  await expectServed(at);
  expect((await send(at.url, {}, { token: tokens.ann })).status).toBe(400);
});
