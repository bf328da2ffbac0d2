import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { NODE, openTree, SERVER, start } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, type RawServer, startRaw } from './raw.ts';

const PING = { jsonrpc: '2.0', id: 'still here', method: 'ping' };
const PONG = { jsonrpc: '2.0', id: 'still here', result: {} };

const CALL = '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":';
const INITIALIZE = '{"jsonrpc":"2.0","id":5,"method":"initialize","params":';

// One for all messages after which the connection lives.
let lasting: RawServer;
beforeAll(() => {
  lasting = startRaw();
});
afterAll(() => lasting[Symbol.asyncDispose]());

describe('a message that cannot be served', () => {
  it.each([
    ['malformed JSON', '{"jsonrpc":', { id: null, error: { code: -32700 } }],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), { id: null, error: { code: -32700 } }],
    ['a batch', JSON.stringify([PING, PING]), { id: null, error: { code: -32600 } }],
    ['a bare number', '17', { id: null, error: { code: -32600 } }],
    ['another version', '{"jsonrpc":"1.0","id":3,"method":"ping"}', { id: 3, error: { code: -32600 } }],
    ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', { id: null, error: { code: -32600 } }],
    [
      'an id without end',
      JSON.stringify({ ...PING, id: 'a'.repeat(1_000_000) }),
      { id: null, error: { code: -32600, message: 'id is longer than 1024 characters' } },
    ],
    ['parameters by position', '{"jsonrpc":"2.0","id":4,"method":"ping","params":[1]}', { id: 4 }],
    ['a call without a name', '{"jsonrpc":"2.0","id":5,"method":"tools/call"}', { id: 5, error: { code: -32602 } }],
    [
      'a call with arguments by position',
      `${CALL}{"name":"Read","arguments":[1]}}`,
      {
        id: 5,
        result: { isError: true, content: [{ text: expect.stringContaining('The arguments must be an object') }] },
      },
    ],
    ['metadata that is no object', `${CALL}{"name":"view","_meta":7}}`, { id: 5, error: { code: -32602 } }],
    [
      'a progress token that is none',
      `${CALL}{"name":"view","_meta":{"progressToken":1.5}}}`,
      { id: 5, error: { code: -32602 } },
    ],
    ['an initialize without a client', `${INITIALIZE}{"capabilities":{}}}`, { id: 5, error: { code: -32602 } }],
    ['a cursor', '{"jsonrpc":"2.0","id":5,"method":"tools/list","params":{"cursor":"2"}}', { error: { code: -32602 } }],
    [
      'a level that is none',
      '{"jsonrpc":"2.0","id":5,"method":"logging/setLevel","params":{"level":"loud"}}',
      { id: 5, error: { code: -32602 } },
    ],
    ['an id with a fraction', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', { id: null, error: { code: -32600 } }],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', { id: null, error: { code: -32600 } }],
    ['neither request nor answer', '{"jsonrpc":"2.0","id":6}', { id: 6, error: { code: -32600 } }],
    ['a method that is none', '{"jsonrpc":"2.0","method":1,"params":"bar"}', { id: null, error: { code: -32600 } }],
    ['a member of objects', '{"jsonrpc":"2.0","id":6,"method":"__proto__"}', { id: 6, error: { code: -32601 } }],
    ['an unknown method', '{"jsonrpc":"2.0","id":6,"method":"server/discover"}', { id: 6, error: { code: -32601 } }],
    ['deep nesting', `${'['.repeat(1_000_000)}`, { id: null, error: { code: -32700 } }],
    [
      'deep nesting in a call',
      `${CALL}${'{"a":'.repeat(300_000)}1${'}'.repeat(300_001)}`,
      { id: 5, error: { code: -32700, message: 'Message is nested too deeply, or holds too many values' } },
    ],
    [
      'a million values',
      `${CALL}{"name":"Read","arguments":[${'0,'.repeat(1_000_000)}0]}}`,
      { id: 5, error: { code: -32700, message: 'Message is nested too deeply, or holds too many values' } },
    ],
  ])('is answered as the protocol says, and the connection lives: %s', async (_, line, expected) => {
    await lasting.write(line);
    await lasting.write('\n');
    expect(await lasting.next()).toMatchObject({ jsonrpc: '2.0', ...expected });
    await lasting.send(PING);
    expect(await lasting.next()).toEqual(PONG);
  });

  it.each([
    ['a malformed notification', '{"jsonrpc":"2.0","method":"notifications/initialized","params":7}'],
    ['a malformed answer', '{"jsonrpc":"2.0","id":1,"result":7}'],
    ['a notification that nobody knows', '{"jsonrpc":"2.0","method":"notifications/unheard/of","params":{"a":1}}'],
    ['a deep answer', `{"jsonrpc":"2.0","id":1,"result":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_001)}`],
    [
      'progress of nothing',
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}',
    ],
    ['a cancellation of nothing', '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}'],
    ['an answer to nothing', '{"jsonrpc":"2.0","id":99,"result":{}}'],
    ['an empty line', ' \r'],
  ])('is passed over where nothing can be answered: %s', async (_, line) => {
    await lasting.write(`${line}\n`);
    await lasting.send(PING);
    expect(await lasting.next()).toEqual(PONG);
  });
});

describe('a message that is a little off', () => {
  it.each([
    ['a member that is not of JSON-RPC', '{"jsonrpc":"2.0","id":1,"method":"ping","trace":"x"}'],
    ['parameters that are null', '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}'],
    ['metadata that are null', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":null}}}'],
    ['a task where the server offers none', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"task":{"ttl":1}}}'],
  ])('is served: %s', async (_, line) => {
    await lasting.write(`${line}\n`);
    expect(await lasting.next()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  it.each([0, -7, '', 'ünï', '__proto__', Number.MAX_SAFE_INTEGER])('is answered by the id it has: %j', async (id) => {
    await lasting.send({ jsonrpc: '2.0', id, method: 'ping' });
    expect(await lasting.next()).toEqual({ jsonrpc: '2.0', id, result: {} });
  });

  it('is answered as often as it comes with one id', async () => {
    await using tree = await openTree();
    await using server = startRaw({ args: ['--dialect', 'editor'], cwd: tree.root });
    for (const path of ['a', 'b', 'c']) await server.send(callOf(1, 'create_file', { path, content: '' }));
    for (let count = 0; count < 3; count += 1) {
      const { id, result } = await server.next();
      expect({ id, isError: result?.isError }).toEqual({ id: 1 });
    }
  });
});

describe('an oversized message', () => {
  const filling = 'x'.repeat(4096);

  it.each([
    ['at its start', `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"id":"no","x":"${filling}"}}`, 7],
    [
      'at its end',
      `{"params":{"id":"no","x":"${filling}\\""},"method":"tools/call","id":"ä\\"{","jsonrpc":"2.0"}`,
      'ä"{',
    ],
    ['nowhere', `{"params":{"id":"no","x":"${filling}"}}`, null],
  ])('is refused with its id, read %s', async (_, line, id) => {
    await using server = startRaw({ args: ['--max-message-size', '1KB'] });
    await server.write(`${line}\n`);
    expect(await server.next()).toMatchObject({
      id,
      error: { code: -32600, message: expect.stringContaining('limit') },
    });
    await server.send(PING);
    expect(await server.next()).toEqual(PONG);
  });

  it('that answers the server is answered by nothing', async () => {
    await using tree = await openTree({ f: 'one\n' });
    await using server = startRaw({ args: ['--dialect', 'editor', '--max-message-size', '1KB'], cwd: tree.root });
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: { roots: {} },
      clientInfo: { name: 'c', version: '1' },
    };
    await server.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
    await server.next();
    await server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const { id, method } = await server.next();
    expect(method).toBe('roots/list');
    await server.send({ jsonrpc: '2.0', id, result: { roots: [{ uri: `file:///${filling}` }] } });
    // It waited for the roots, and goes on without them.
    expect(await server.next()).toMatchObject({ method: 'notifications/message', params: { level: 'warning' } });
    await server.send(callOf('call', 'view', { path: 'f' }));
    expect(await server.next()).toMatchObject({ id: 'call', result: { content: [{ text: '     1\tone' }] } });
  });

  it('of 64 MB is skipped under the default limit', async () => {
    await using server = startRaw();
    await server.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"x":"');
    for (let sent = 0; sent < 64; sent += 1) await server.write(Buffer.alloc(1024 * 1024, 'x'));
    await server.write('"}}\n');
    expect(await server.next()).toMatchObject({ id: 1, error: { code: -32600 } });
    await server.send(PING);
    expect(await server.next()).toEqual(PONG);
  });
});

describe('the input', () => {
  it('may come one byte at a time', async () => {
    await using tree = await openTree();
    await using server = startRaw({ args: ['--dialect', 'editor'], cwd: tree.root });
    const message = Buffer.from(`${JSON.stringify(callOf(1, 'create_file', { path: 'ü.txt', content: '日本' }))}\r\n`);
    for (const byte of message) await server.write(Uint8Array.of(byte));
    expect(await server.next()).toMatchObject({ id: 1, result: { content: [{ type: 'text' }] } });
    expect(readFileSync(tree.path('ü.txt'), 'utf8')).toBe('日本');
  });

  it('may end right after a call that is still answered', async () => {
    await using tree = await openTree();
    await using server = startRaw({ args: ['--dialect', 'editor'], cwd: tree.root });
    server.process.stdin.end(JSON.stringify(callOf(1, 'create_file', { path: 'a.txt', content: 'a' })));
    expect(await server.next()).toMatchObject({ id: 1, result: { content: [{ type: 'text' }] } });
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });

  it('is kept as it came while answers are not read', async () => {
    await using server = start();
    const { stdin, stdout } = server.process;
    const ids = Array.from({ length: 10_000 }, (_, index) => `${index} ${'x'.repeat(index % 300)}`);
    const pings = ids.map((id) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`);
    // More than the pipes hold: it is all with the server, which has not been able to answer all of it.
    await new Promise((resolve) => stdin.write(pings.join(''), resolve));
    const answered: unknown[] = [];
    for await (const line of createInterface({ input: stdout })) {
      if (answered.push(JSON.parse(line).id) === ids.length) break;
    }
    expect(answered).toEqual(ids);
  });

  it('may be a file', async () => {
    await using tree = await openTree({ calls: `${JSON.stringify(callOf(1, 'view', { path: 'f' }))}\n`, f: 'one' });
    const calls = openSync(tree.path('calls'), 'r');
    try {
      const args = [SERVER, '--dialect', 'editor', '--workdir', tree.root];
      const answer = execFileSync(NODE, args, { stdio: [calls, 'pipe', 'ignore'], encoding: 'utf8' });
      expect(JSON.parse(answer)).toMatchObject({ id: 1, result: { content: [{ text: '     1\tone' }] } });
    } finally {
      closeSync(calls);
    }
  });

  it('may hold arguments of any depth', async () => {
    await using server = startRaw({ args: ['--dialect', 'editor'] });
    const depth = 200_000;
    await server.write(`${CALL}{"name":"view","arguments":{"path":${'['.repeat(depth)}${']'.repeat(depth)}}}}\n`);
    expect(await server.next()).toMatchObject({ id: 5, result: { isError: true } });
  });

  it('may end in the middle of 100 MB without a newline', async () => {
    await using server = startRaw();
    for (let sent = 0; sent < 100; sent += 1) await server.write(Buffer.alloc(1024 * 1024, 'x'));
    server.process.stdin.end();
    expect(await server.next()).toMatchObject({ id: null, error: { code: -32600 } });
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });

  it('needs no initialize', async () => {
    await using server = startRaw();
    await server.send({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: {} } });
    expect(await server.next()).toMatchObject({ id: 1, error: { code: -32601 } });
  });
});
