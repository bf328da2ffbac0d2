import { openTree, runs } from '@dragoman/testing';
import { describe, expect, it, vi } from 'vitest';
import { startRaw } from './raw.ts';
import { startEndless } from './running.ts';

const TIMEOUT = 60_000;
const PONG = { jsonrpc: '2.0', id: 'ping', result: {} };

describe.runIf(process.platform === 'linux')('notifications/cancelled', () => {
  it.each([0, '', 7, 'seven'])(
    'ends the command of request %j, which is never answered',
    { timeout: TIMEOUT },
    async (id) => {
      await using tree = await openTree();
      await using server = startRaw({ args: ['--dialect', 'editor', '--shell', 'unrestricted'], cwd: tree.root });
      const pid = await startEndless(server, { id, pidFile: tree.path('pid') });
      const params = { requestId: id, reason: 'enough' };
      await server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
      await vi.waitFor(() => expect(runs(pid)).toBe(false), { timeout: TIMEOUT });
      await server.send({ jsonrpc: '2.0', id: 'ping', method: 'ping' });
      expect(await server.next()).toEqual(PONG);
    },
  );

  it('leaves a request alone whose id only looks alike', { timeout: TIMEOUT }, async () => {
    await using tree = await openTree();
    await using server = startRaw({ args: ['--dialect', 'editor', '--shell', 'unrestricted'], cwd: tree.root });
    const pid = await startEndless(server, { id: 7, pidFile: tree.path('pid') });
    await server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: '7' } });
    await server.send({ jsonrpc: '2.0', id: 'ping', method: 'ping' });
    expect(await server.next()).toEqual(PONG);
    expect(runs(pid)).toBe(true);
  });
});
