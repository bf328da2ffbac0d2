import { dialectNames } from '@dragoman/dialects';
import { NODE, openTree, runs, SERVER, testRounds } from '@dragoman/testing';
import { Client, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { PROJECT, SAMPLE_CALLS } from '../../../docs/sample-calls.mjs';
import { callOf, startRaw } from './raw.ts';
import { startEndless } from './running.ts';

const MODERN = '2026-07-28';

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Arguments by tool: some that succeed, and a last one that fails, of which a client may send no others than objects. */
type Samples = Readonly<Record<string, readonly unknown[]>>;

interface ModernClient extends AsyncDisposable {
  readonly client: Client;
}

/** A client of the SDK's second line, over pipes. */
async function open(mode: VersionNegotiationMode, cwd: string, args: readonly string[]): Promise<ModernClient> {
  const client = new Client({ name: 'gemini-cli', version: '1' }, { versionNegotiation: { mode } });
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME };
  await client.connect(new StdioClientTransport({ command: NODE, args: [SERVER, ...args], cwd, env }));
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

const eras = [
  [MODERN, { pin: MODERN }],
  ['2025-11-25', 'legacy'],
  [MODERN, 'auto'],
] as const;

describe('a client of the SDK’s second line', () => {
  it.each(eras)('agrees on %s where it asks for %j, and is given the dialect of its name', async (version, mode) => {
    await using tree = await openTree();
    await using connection = await open(mode, tree.root, []);
    const { client } = connection;
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()).toMatchObject({ name: 'dragoman', title: 'Dragoman' });
    expect(client.getServerCapabilities()).toMatchObject({ tools: {}, logging: {}, resources: {}, completions: {} });
    expect(client.getInstructions()).toContain(tree.root);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('grep_search');
  });

  // By one of two revisions, in turn; by both where tests explore.
  const dialects = dialectNames().flatMap((dialect, index) =>
    eras
      .slice(0, 2)
      .filter((_, era) => testRounds(1) > 1 || era === index % 2)
      .map(([version, mode]) => [dialect, version, mode] as const),
  );

  it.each(dialects)('uses every tool of %s by %s', async (dialect, _version, mode) => {
    await using tree = await openTree(PROJECT);
    const args = ['--dialect', dialect, '--shell', 'unrestricted', '--memory-dir', tree.path('.memory')];
    await using connection = await open(mode, tree.root, args);
    const { client } = connection;
    const samples: Samples = SAMPLE_CALLS[dialect](tree.root);
    for (const { name } of (await client.listTools()).tools) {
      const [first = {}, ...others] = samples[name] ?? [];
      const bad = others.pop();
      for (const sample of [first, ...others]) {
        const good: object = Object(sample);
        // Some ask about a command in the background, which nobody started.
        const fails = 'task_id' in good || 'session_id' in good || 'pid' in good;
        const result = await client.callTool({ name, arguments: { ...good } });
        expect(result.isError === true, `${name}: ${JSON.stringify(result.content)}`).toBe(fails);
      }
      if (typeof bad !== 'object') continue;
      expect(await client.callTool({ name, arguments: { ...bad } }), name).toMatchObject({ isError: true });
    }
  });

  it('is told how far a call is, and cancels it', async () => {
    await using tree = await openTree();
    await using connection = await open({ pin: MODERN }, tree.root, ['--dialect', 'editor', '--shell', 'unrestricted']);
    const abort = new AbortController();
    const command = { command: 'echo $$ > pid; while true; do sleep 0.05; done', timeout: 600_000 };
    const told = new Promise<number>((resolve) => {
      const options = { signal: abort.signal, onprogress: () => resolve(1) };
      void connection.client.callTool({ name: 'bash', arguments: command }, options).catch(() => resolve(0));
    });
    expect(await told).toBe(1);
    const view = async (): Promise<string> =>
      JSON.stringify((await connection.client.callTool({ name: 'view', arguments: { path: 'pid' } })).content);
    const pid = Number(/\\t(\d+)/.exec(await view())?.[1]);
    expect(runs(pid)).toBe(true);
    abort.abort();
    await expect.poll(() => runs(pid)).toBe(false);
  });
});

describe('messages of revision 2026-07-28', () => {
  const modern = (id: number, method: string, params: object = {}, meta: object = {}) => ({
    ...{ jsonrpc: '2.0', id, method },
    params: { ...params, _meta: { ...ENVELOPE, ...meta } },
  });

  it('are answered without a handshake, among those of the others', async () => {
    await using tree = await openTree({ f: 'one\n' });
    await using server = startRaw({ args: ['--dialect', 'editor'], cwd: tree.root });
    const cached = { resultType: 'complete', ttlMs: expect.any(Number), cacheScope: 'private' };
    await server.send(modern(1, 'server/discover'));
    expect(await server.next()).toMatchObject({ id: 1, result: { ...cached, supportedVersions: [MODERN] } });
    await server.send(modern(2, 'tools/list'));
    expect(await server.next()).toMatchObject({ id: 2, result: { ...cached, tools: expect.any(Array) } });
    await server.send(modern(3, 'tools/call', { name: 'view', arguments: { path: 'f' } }));
    const { result } = await server.next();
    expect(result).toMatchObject({ resultType: 'complete', content: [{ text: '     1\tone' }] });
    expect(result).toHaveProperty(['_meta', 'io.modelcontextprotocol/serverInfo', 'name'], 'dragoman');
    await server.send(callOf(4, 'view', { path: 'f' }));
    expect((await server.next()).result).not.toHaveProperty('resultType');
  });

  it('are refused where they are wrong, and others answered after them', async () => {
    await using server = startRaw();
    const unknown = { 'io.modelcontextprotocol/protocolVersion': '2030-01-01' };
    const half = { 'io.modelcontextprotocol/clientCapabilities': null };
    for (const [message, error] of [
      [modern(1, 'tools/list', {}, unknown), { code: -32022, data: { supported: [MODERN], requested: '2030-01-01' } }],
      [modern(1, 'no/such'), { code: -32601 }],
      // A method of the older revisions.
      [modern(1, 'ping'), { code: -32601 }],
      [modern(1, 'tools/list', {}, half), { code: -32602 }],
      [modern(1, 'tools/call'), { code: -32602 }],
    ] as const) {
      await server.send(message);
      expect(await server.next()).toMatchObject({ id: 1, error });
      await server.send(modern(2, 'server/discover'));
      expect(await server.next()).toMatchObject({ id: 2, result: { resultType: 'complete' } });
    }
  });

  it('get log messages where they ask for them', async () => {
    await using tree = await openTree({ f: 'one\n' });
    await using server = startRaw({ args: ['--dialect', 'editor'], cwd: tree.root });
    const view = { name: 'view', arguments: { path: 'f' } };
    await server.send(modern(1, 'tools/call', view));
    expect(await server.next()).toMatchObject({ id: 1 });
    await server.send(modern(2, 'tools/call', view, { 'io.modelcontextprotocol/logLevel': 'debug' }));
    expect(await server.next()).toMatchObject({ method: 'notifications/message', params: { level: 'debug' } });
    expect(await server.next()).toMatchObject({ id: 2 });
  });

  it.runIf(process.platform === 'linux')('cancel a command, which is never answered', async () => {
    await using tree = await openTree();
    await using server = startRaw({ args: ['--dialect', 'editor', '--shell', 'unrestricted'], cwd: tree.root });
    const pid = await startEndless(server, { id: 7, pidFile: tree.path('pid') });
    const params = { requestId: 7, _meta: ENVELOPE };
    await server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    await expect.poll(() => runs(pid)).toBe(false);
    await server.send(modern(8, 'server/discover'));
    expect(await server.next()).toMatchObject({ id: 8 });
  });
});
