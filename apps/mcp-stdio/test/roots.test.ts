import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Connection, connect, dragoman, openTree, outcomeOf, type StartOptions } from '@dragoman/testing';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { callOf, startRaw } from './raw.ts';

const write = async (server: Connection, path: string): Promise<string> => {
  const result = await server.call('create_file', { path, content: 'x' });
  const error = result._meta?.['dragoman/error'] as { code: string } | undefined;
  return error?.code ?? 'written';
};

/** Connects as a client that has these roots, which a test may change. */
async function connectWithRoots(
  args: readonly string[],
  cwd: string,
  roots: string[],
  { env }: Pick<StartOptions, 'env'> = {},
): Promise<Connection> {
  return connect({
    ...(env && { env }),
    args: ['--dialect', 'editor', ...args],
    cwd,
    capabilities: { roots: { listChanged: true } },
    prepare: (client) =>
      client.setRequestHandler(ListRootsRequestSchema, () => ({
        roots: roots.map((place) => ({ uri: URL.canParse(place) ? place : pathToFileURL(place).href })),
      })),
  });
}

describe('roots of the client', () => {
  it('say where the tools may work where the command line does not', async () => {
    await using tree = await openTree({ one: null, two: null });
    await using server = await connectWithRoots([], tree.path('two'), [tree.path('one')]);
    expect(await write(server, tree.path('one/a'))).toBe('written');
    expect(await write(server, 'b')).toBe('written');
    expect(await write(server, tree.path('two/a'))).toBe('ACCESS_DENIED');
  });

  it('leave the directories that the user named, and work in the first root in one of them', async () => {
    await using tree = await openTree({ 'one/in': null, two: null });
    const roots = [tree.path('two'), tree.path('one/in')];
    const args = [tree.path('one'), '--log-level', 'info'];
    await using server = await connectWithRoots(args, tree.root, roots);
    expect(await write(server, tree.path('one/a'))).toBe('written');
    expect(await write(server, 'b')).toBe('written');
    expect(readdirSync(tree.path('one/in'))).toEqual(['b']);
    expect(await write(server, tree.path('two/a'))).toBe('ACCESS_DENIED');
    expect(server.log).toContain('info: Roots of the client outside of the allowed directories change nothing');
  });

  it('that share nothing with the named directories leave these allowed', async () => {
    await using tree = await openTree({ one: null, two: null });
    for (const mode of ['auto', 'intersect']) {
      const args = [tree.path('one'), '--roots', mode];
      await using server = await connectWithRoots(args, '/', [tree.path('two')]);
      expect(await write(server, mode)).toBe('written');
      expect(await write(server, tree.path('two/a'))).toBe('ACCESS_DENIED');
    }
    expect(readdirSync(tree.path('one')).sort()).toEqual(['auto', 'intersect']);
  });

  it('change nothing where there is an overlay, which is found again by its trees', async () => {
    await using tree = await openTree({ one: null, two: null, state: null });
    const [one, two] = [tree.path('one'), tree.path('two')];
    const prepared = { env: { XDG_STATE_HOME: tree.path('state') } };
    await using server = await connectWithRoots(['--overlay'], one, [two], prepared);
    expect(await write(server, 'a')).toBe('written');
    expect(await write(server, tree.path('two/a'))).toBe('ACCESS_DENIED');
    expect((await dragoman(['overlay', 'diff'], { cwd: one, ...prepared })).stdout).toContain('+++ b/a\n');
  });

  it('narrow the named directories with --roots intersect, and never widen them', async () => {
    await using tree = await openTree({ 'one/in': null, two: null });
    const roots = [tree.path('one/in'), tree.path('two')];
    await using server = await connectWithRoots([tree.path('one'), '--roots', 'intersect'], tree.root, roots);
    expect(await write(server, tree.path('one/in/a'))).toBe('written');
    expect(await write(server, tree.path('one/a'))).toBe('ACCESS_DENIED');
    expect(await write(server, tree.path('two/a'))).toBe('ACCESS_DENIED');
    expect(server.log).toContain('narrowed to the roots');
  });

  it('are asked for where a client says all in one write, and hold for the call that follows', async () => {
    await using tree = await openTree({ one: null, two: null });
    await using server = startRaw({ args: ['--dialect', 'editor'], cwd: tree.path('one') });
    const clientInfo = { name: 'hasty', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: { roots: {} }, clientInfo };
    await server.sendAll([
      { jsonrpc: '2.0', id: 'first', method: 'initialize', params },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      callOf('call', 'create_file', { path: tree.path('two/a'), content: 'x' }),
    ]);
    expect(await server.next()).toMatchObject({ id: 'first', result: { serverInfo: { name: 'dragoman' } } });
    const asked = await server.next();
    expect(asked).toMatchObject({ method: 'roots/list' });
    const roots = [{ uri: pathToFileURL(tree.path('two')).href }];
    await server.send({ jsonrpc: '2.0', id: asked.id, result: { roots } });
    const answer = await server.next();
    expect(answer).toMatchObject({ id: 'call' });
    expect(answer.result).not.toHaveProperty('isError');
  });

  it('are followed when they change', async () => {
    await using tree = await openTree({ one: null, two: null });
    const roots = [tree.path('one')];
    await using server = await connectWithRoots([], tree.root, roots);
    expect(await write(server, tree.path('two/a'))).toBe('ACCESS_DENIED');
    roots.splice(0, 1, tree.path('two'));
    await server.client.sendRootsListChanged();
    expect(await write(server, tree.path('two/a'))).toBe('written');
    expect(await write(server, tree.path('one/a'))).toBe('ACCESS_DENIED');
  });

  it('leave the session as it is when they change: what it has read, what runs in it, and where', async () => {
    await using tree = await openTree({ 'one/in/a.txt': 'old', two: null });
    const roots = [tree.path('one')];
    const args = ['--require-read', 'always', '--shell', 'unrestricted'];
    await using server = await connectWithRoots(args, tree.root, roots);
    await server.call('bash', { command: 'cd in' });
    await server.call('view', { path: 'a.txt' });
    const started = await server.call('bash', { command: 'sleep 60', run_in_background: true });
    roots.push(tree.path('two'));
    await server.client.sendRootsListChanged();
    expect(await write(server, tree.path('two/a'))).toBe('written');
    expect(await write(server, 'a.txt')).toBe('written');
    const output = await server.call('task_output', { task_id: outcomeOf(started).taskId });
    expect(outcomeOf(output)).toMatchObject({ status: 'running' });
  });

  it('are followed where others beside them are none', async () => {
    await using tree = await openTree({ one: null });
    const roots = ['https://example.org/', 'untitled:Untitled-1', tree.path('missing'), tree.path('one')];
    await using server = await connectWithRoots([], tree.root, roots);
    expect(await write(server, tree.path('one/a'))).toBe('written');
    expect(await write(server, tree.path('a'))).toBe('ACCESS_DENIED');
  });

  it('that name no directory here change nothing', async () => {
    await using tree = await openTree();
    await using server = await connectWithRoots([], tree.root, [tree.path('missing')]);
    expect(await write(server, 'a')).toBe('written');
  });
});
