import { readdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openSockets } from './connections.ts';
import { largeImage } from './large-image.ts';
import { asks, expectServed, HEAD, openServer, skipWithoutProc, trickle } from './slow-clients.ts';

it('clients that send their headers a byte at a time are given up, and delay nobody', async () => {
  await using at = await openServer();
  const endless = `X-Long: ${'x'.repeat(10_000)}`;
  using slow = await openSockets(at.url, {
    count: 100,
    begin: (socket) => trickle(socket, [...HEAD, endless].join('\r\n')),
  });
  await expectServed(at);
  await expect.poll(() => slow.closed).toBe(slow.all.length);
});

it('an answer that its client does not read for a minute is given up', { timeout: 120_000 }, async ({ skip }) => {
  skipWithoutProc({ skip });
  await using at = await openServer();
  writeFileSync(at.tree.path('ben', 'b.png'), largeImage());
  expect((await at.read('ben')).status).toBe(200);
  const descriptors = () => readdirSync(`/proc/${at.server.process.pid}/fd`).length;
  const before = descriptors();
  using _ = await openSockets(at.url, { count: 20, begin: asks(at, 'ben', 'b.png') });
  await expect.poll(descriptors).toBeGreaterThan(before + 15);
  await expect.poll(descriptors, { timeout: 100_000 }).toBeLessThanOrEqual(before);
});
