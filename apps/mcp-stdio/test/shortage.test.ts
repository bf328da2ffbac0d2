import { spawnSync } from 'node:child_process';
import { casesToTest, connect, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { callOf, type RawServer, startRaw } from './raw.ts';

const TIMEOUT = 120_000;

// From too few to start a server with, to enough for a search.
const LIMITS = casesToTest(
  Array.from({ length: 16 }, (_, index) => 31 - index),
  6,
);

const SEARCHES = [
  ['search_file_content', { pattern: 'needle' }],
  // Runs in the server's own process.
  ['search_file_content', { pattern: '(?=needle)' }],
  ['glob', { pattern: '**/*.txt' }],
] as const;

/** The server's answer to a call; null if it could not be started with so few files. */
async function answer(server: RawServer, name: string, args: Record<string, unknown>) {
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  try {
    await server.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: initialize });
    await server.next();
  } catch {
    return null;
  }
  await server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  await server.send(callOf(1, name, args));
  const { result } = await server.next();
  await server.send({ jsonrpc: '2.0', id: 2, method: 'ping' });
  expect(await server.next()).toMatchObject({ id: 2, result: {} });
  return result ?? null;
}

describe.runIf(process.platform === 'linux')('a server that may open few files', () => {
  it.each(SEARCHES)('says so, or finds all there is, by %s %j', { timeout: TIMEOUT }, async (name, args) => {
    await using tree = await openTree({ 'a/b/one.txt': 'needle\n', 'a/two.txt': 'needle\n', 'three.txt': 'needle\n' });
    let complete = 0;
    for (const limit of LIMITS) {
      const wrapper = ['sh', '-c', `ulimit -n ${limit} && exec "$@"`, 'sh'];
      await using server = startRaw({ args: ['--dialect', 'gemini'], cwd: tree.root, wrapper });
      const result = await answer(server, name, args);
      if (result === null || result.isError) continue;
      expect(JSON.stringify(result)).toMatch(/Found 3 /);
      complete += 1;
    }
    expect(complete).toBeGreaterThan(0);
  });
});

// In a mount namespace of its own.
const WITHOUT_PROC = ['unshare', '--mount', 'sh', '-c', 'mount -t tmpfs none /proc && exec "$@"', 'sh'];

function worksWithoutProc(): boolean {
  const works = spawnSync('unshare', [...WITHOUT_PROC.slice(1), 'true']).status === 0;
  if (!works) process.stderr.write('skipped: this machine lets nobody mount in a namespace of his own\n');
  return works;
}

describe.runIf(process.platform === 'linux' && worksWithoutProc())('a server without /proc', () => {
  it.each(['content', 'count', 'files_with_matches'])(
    'does not call a file free of matches that ripgrep cannot reach (%s)',
    { timeout: TIMEOUT },
    async (output_mode) => {
      await using tree = await openTree({ file: 'needle\n' });
      await using server = await connect({
        args: ['--dialect', 'editor'],
        cwd: tree.root,
        wrapper: WITHOUT_PROC,
      });
      const result = await server.call('grep', { pattern: 'needle', path: tree.path('file'), output_mode });
      expect(result._meta).toMatchObject({ 'dragoman/error': { code: 'IO_ERROR' } });
    },
  );
});
