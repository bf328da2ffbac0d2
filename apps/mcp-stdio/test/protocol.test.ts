import { dialectNames } from '@dragoman/dialects';
import { CLIENT_CAPS } from '@dragoman/dialects/internal/options';
import { type Connection, connect, openTree, serve, testRounds } from '@dragoman/testing';
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { callOf, startRaw } from './raw.ts';

/** Prefix that clients put before a tool's name to tell servers apart. */
const PREFIX = 'mcp__dragoman__';

const namesOf = async (server: Connection): Promise<string[]> =>
  (await server.client.listTools()).tools.map(({ name }) => name);

describe('the dialect', () => {
  it('is the chosen one whatever the client is called', async () => {
    await using server = await connect({ clientName: 'gemini', env: { DRAGOMAN_DIALECT: 'editor' } });
    expect(await namesOf(server)).toContain('create_file');
  });

  it.each([
    ['gemini-cli-mcp-client', 'read_file'],
    ['Gemini', 'read_file'],
    ['claude-code', 'Read'],
    ['', 'Read'],
  ])('follows from the name %j', async (clientName, tool) => {
    await using server = await connect({ clientName });
    expect(await namesOf(server)).toContain(tool);
  });

  it('follows from what a request says of its client, with or without initialize', async () => {
    await using tree = await openTree({ f: 'text\n' });
    await using server = startRaw({ cwd: tree.root });
    const _meta = { 'io.modelcontextprotocol/clientInfo': { name: 'gemini-cli', version: '9' } };
    await server.send({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } });
    expect(JSON.stringify((await server.next()).result)).toContain('"read_file"');
    const call = { name: 'read_file', arguments: { absolute_path: tree.path('f') } };
    await server.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { ...call, _meta } });
    expect((await server.next()).result).toMatchObject({ content: [{ text: 'text\n' }] });
    await server.send({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: call });
    expect((await server.next()).result).toMatchObject({ isError: true });
  });
});

describe('tools/list', () => {
  it.each(dialectNames())('is fit for strict clients in %s', async (dialect) => {
    await using server = await serve(dialect, {}, { args: ['--shell', 'unrestricted'] });
    const tools = await server.tools();
    expect(tools.length).toBeLessThan(CLIENT_CAPS.vsCode.tools / 4);
    for (const { name, title, description = '', inputSchema, annotations, _meta = {} } of tools) {
      expect(name).toMatch(/^[A-Za-z_]+$/);
      expect(PREFIX.length + name.length).toBeLessThanOrEqual(CLIENT_CAPS.geminiCli.toolNameChars);
      expect(title).toBeTypeOf('string');
      expect(description.length).toBeLessThan(2000);
      expect(description.length).toBeLessThan(CLIENT_CAPS.claudeCode.instructionChars);
      const showsMuch = annotations?.readOnlyHint === true || /^(bash|run_shell_command|exec_command)$/i.test(name);
      expect(_meta['anthropic/maxResultSizeChars']).toBe(showsMuch ? 500_000 : undefined);
      expect(_meta).toMatchObject({ 'anthropic/alwaysLoad': true, 'anthropic/searchHint': expect.any(String) });
      expect(inputSchema.type).toBe('object');
      for (const keyword of ['anyOf', 'oneOf', 'allOf', '$schema']) expect(inputSchema).not.toHaveProperty(keyword);
      expect(annotations).toMatchObject({
        readOnlyHint: expect.any(Boolean),
        destructiveHint: expect.any(Boolean),
        idempotentHint: expect.any(Boolean),
        openWorldHint: false,
      });
    }
  });
});

describe('the server', () => {
  it('tells a model where it works, in under 2,000 characters', async () => {
    await using tree = await openTree({ [`${'deep/'.repeat(60)}end`]: null });
    await using server = await connect({ args: [tree.path('deep'), tree.root], cwd: tree.root });
    const instructions = server.client.getInstructions() ?? '';
    expect(instructions).toContain(tree.root);
    expect(instructions.length).toBeLessThan(2000);
  });

  it('logs to the client by the level it asks for', async () => {
    await using tree = await openTree();
    const heard: unknown[] = [];
    await using server = await connect({
      args: ['--dialect', 'editor', '--log-level', 'silent'],
      cwd: tree.root,
      prepare: (client) =>
        client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void heard.push(params)),
    });
    await server.call('create_file', { path: 'a', content: '' });
    expect(heard).toEqual([]);
    await server.client.setLoggingLevel('debug');
    await server.call('create_file', { path: 'a', content: '' });
    expect(heard).toEqual([{ level: 'debug', logger: 'dragoman', data: expect.objectContaining({ isError: false }) }]);
    expect(server.log).toBe('');
  });

  // Where tests explore, ten thousand.
  const calls = 20 * testRounds(100);

  it(`answers each of ${calls} mixed calls once, 32 in flight, in level memory`, { timeout: 120_000 }, async () => {
    await using tree = await openTree({ 'a.txt': 'one\ntwo\n' });
    await using server = startRaw({ args: ['--dialect', 'editor', '--log-level', 'silent'], cwd: tree.root });
    const kinds = [
      (id: number) => callOf(id, 'create_file', { path: `dry/${id}`, content: 'x'.repeat(id % 700) }),
      (id: number) => callOf(id, 'create_file', { path: '/outside', content: '' }),
      (id: number) => callOf(id, 'create_file', { path: 7 }),
      (id: number) => callOf(id, 'view', { path: 'a.txt' }),
      (id: number) => callOf(id, 'no_such_tool', {}),
      (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' }),
      (id: number) => ({ jsonrpc: '2.0', id, method: 'no/such/method' }),
    ];
    const answered = new Set<unknown>();
    const ask = (id: number): Promise<void> => server.send(kinds[id % kinds.length]?.(id));
    const round = async (first: number, end: number): Promise<ReturnType<typeof server.usage>> => {
      for (let id = first; id < first + 32; id += 1) await ask(id);
      for (let id = first + 32; id < end + 32; id += 1) {
        answered.add((await server.next()).id);
        if (id < end) await ask(id);
      }
      return server.usage();
    };
    const before = await round(0, calls / 2);
    const after = await round(calls / 2, calls);
    expect(answered.size).toBe(calls);
    // Both are null if the system does not tell.
    expect(after?.descriptors).toBe(before?.descriptors);
    expect(after?.memory ?? 0).toBeLessThan((before?.memory ?? 0) + 32 * 1024 * 1024);
  });
});
