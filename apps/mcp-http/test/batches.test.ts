import { readFileSync } from 'node:fs';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpProcess, startOwned, OWNER_TOKEN as token } from './http-process.ts';
import { call, initialize, openSession, send } from './messages.ts';

let tree: TemporaryTree;
let server: HttpProcess;

beforeAll(async () => {
  tree = await openTree({ 'a.txt': 'hello\n' });
  server = await startOwned(['--dialect', 'filesystem', '--workdir', tree.root]);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await tree[Symbol.asyncDispose]();
});

const PING = { jsonrpc: '2.0', id: 'p', method: 'ping' };
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };
const openAt = (revision: string) => openSession(server.url, token, 'test', revision);

describe('a batch', () => {
  it('is answered at once and in its order, each message by itself', async () => {
    const session = await openAt('2025-03-26');
    const path = tree.path('new.txt');
    const batch = [
      call('write_file', { path, content: 'new\n' }, 1),
      INITIALIZED,
      PING,
      7,
      { ...PING, id: 'x', method: 'none' },
      { ...initialize(), id: 'i' },
    ];
    const { status, body } = await send(server.url, batch, { token, session });
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { id: 1, result: { content: [{ type: 'text' }] } },
      { id: 'p', result: {} },
      { id: null, error: { code: -32600 } },
      { id: 'x', error: { code: -32601 } },
      { id: 'i', error: { code: -32600, message: 'initialize cannot be part of a batch' } },
    ]);
    expect(readFileSync(path, 'utf8')).toBe('new\n');
  });

  it('of notifications alone is accepted', async () => {
    const session = await openAt('2025-03-26');
    const { status, text } = await send(server.url, [INITIALIZED, INITIALIZED], { token, session });
    expect([status, text]).toEqual([202, '']);
  });

  it.each([
    ['later', '2025-06-18', {}],
    ['earlier', '2024-11-05', {}],
    ['named', '2025-03-26', { 'mcp-protocol-version': '2025-06-18' }],
  ])('under another revision is refused: %s', async (_, revision, headers) => {
    const session = await openAt(revision);
    const { status, body } = await send(server.url, [PING], { token, session, headers });
    expect([status, body.error]).toEqual([400, { code: -32600, message: 'Batches are not supported' }]);
  });

  it.each([
    ['nothing', [], 'Batch holds no message'],
    ['too many', Array(101).fill(PING), 'Batch of 101 messages is over the limit of 100'],
  ])('of %s is refused', async (_, batch, message) => {
    const session = await openAt('2025-03-26');
    const { status, body } = await send(server.url, batch, { token, session });
    expect([status, body.error]).toEqual([400, { code: -32600, message }]);
  });

  it('of a session that has ended names that', async () => {
    const { status, body } = await send(server.url, [PING], { token, session: 'v1.e30.AAAA' });
    expect([status, body.error.message]).toEqual([404, 'Session not found']);
  });
});
