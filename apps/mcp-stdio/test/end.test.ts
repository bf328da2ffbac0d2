import { existsSync, readdirSync } from 'node:fs';
import { openTree, runs } from '@dragoman/testing';
import { describe, expect, it, vi } from 'vitest';
import { callOf, startRaw } from './raw.ts';
import { startEndless } from './running.ts';

const TIMEOUT = 60_000;

const ENDS = [
  ['the input is closed', (server) => server.process.stdin.end()],
  [
    'the output is closed and something to be written',
    (server) => {
      server.process.stdout.destroy();
      return server.send({ jsonrpc: '2.0', id: 2, method: 'ping' });
    },
  ],
  ['SIGINT comes', (server) => server.process.kill('SIGINT')],
  ['SIGTERM comes', (server) => server.process.kill('SIGTERM')],
  ['SIGHUP comes', (server) => server.process.kill('SIGHUP')],
] as const satisfies readonly (readonly [string, (server: ReturnType<typeof startRaw>) => unknown])[];

describe.runIf(process.platform === 'linux')('the end of the server', () => {
  it.each(ENDS)('ends what runs, however deaf it is, when %s', { timeout: TIMEOUT }, async (_, end) => {
    await using tree = await openTree({ work: null, temporary: null });
    await using server = startRaw({
      args: ['--dialect', 'editor', '--shell', 'unrestricted'],
      cwd: tree.path('work'),
      env: { TMPDIR: tree.path('temporary') },
    });
    const pid = await startEndless(server, { id: 1, pidFile: tree.path('work/pid'), deafTo: 'HUP INT TERM' });
    end(server);
    expect(await server.ended).toEqual({ code: 0, signal: null });
    await vi.waitFor(() => expect(runs(pid)).toBe(false), { timeout: TIMEOUT });
    expect(readdirSync(tree.path('work'))).toEqual(['pid']);
    const kept = /^dragoman-locks-/;
    expect(readdirSync(tree.path('temporary')).filter((name) => !kept.test(name))).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('leaves nothing of a write that %s cuts short', async (signal) => {
    await using tree = await openTree();
    await using server = startRaw({ args: ['--dialect', 'editor'], cwd: tree.root });
    const large = 'x'.repeat(9 * 1024 * 1024);
    await server.send(callOf(1, 'create_file', { path: 'made/for/it', content: large }));
    await vi.waitFor(() => expect(readdirSync(tree.path('made/for'))).not.toEqual([]), {
      timeout: TIMEOUT,
      interval: 1,
    });
    server.process.kill(signal);
    expect(await server.ended).toEqual({ code: 0, signal: null });
    const whole = existsSync(tree.path('made/for/it'));
    expect(readdirSync(tree.root, { recursive: true })).toEqual(whole ? ['made', 'made/for', 'made/for/it'] : []);
  });
});
