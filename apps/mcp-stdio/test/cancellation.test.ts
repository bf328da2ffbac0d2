import { openTree, runs } from '@dragoman/testing';
import { describe, expect, it, vi } from 'vitest';
import { callOf, startRaw } from './raw.ts';
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

  it('is heard, as a ping is, while many slow calls run and wait', { timeout: TIMEOUT }, async () => {
    const last = 149;
    await using tree = await openTree();
    await using server = startRaw({ args: ['--dialect', 'editor', '--shell', 'unrestricted'], cwd: tree.root });
    const calls = Array.from({ length: last + 1 }, (_, id) => callOf(id, 'bash', { command: 'sleep 1' }));
    await server.sendAll(calls);
    await server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: last } });
    await server.send({ jsonrpc: '2.0', id: 'ping', method: 'ping' });
    expect(await server.next()).toEqual(PONG);
    const answered: unknown[] = [];
    while (answered.length < last) answered.push((await server.next()).id);
    await server.send({ jsonrpc: '2.0', id: 'ping', method: 'ping' });
    expect(await server.next()).toEqual(PONG);
    expect(answered).not.toContain(last);
  });
});
