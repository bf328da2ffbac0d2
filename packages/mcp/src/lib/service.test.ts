import { ToolError } from '@dragoman/dialects';
import { describe, expect, it } from 'vitest';
import { createCallSlots } from './call-slots.ts';
import type { ConnectionOptions } from './connection.ts';
import type { Message, Notification, Params, Request, Response } from './messages.ts';
import { createService } from './service.ts';
import type { ToolsetHandle } from './service-parts.ts';

type Call = ToolsetHandle['call'];

const RESULT = { content: [], _meta: { 'dragoman/outcome': {} } } as unknown as Awaited<ReturnType<Call>>;
const NO_TOOL: Call = async () => RESULT;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A service over one tool, and what its one client is sent. */
function serving(call: Call = NO_TOOL, options: ConnectionOptions = {}) {
  const sent: (Notification | Response)[] = [];
  const faults: object[] = [];
  const clients: string[] = [];
  const service = createService({
    toolsetFor(client) {
      clients.push(client);
      return { tools: [], call };
    },
    instructions: 'Read first.',
    version: '1.2.3',
    slots: createCallSlots(1, () => null),
    log: () => {},
    onFault: ({ id, error }, where) => faults.push({ id, error, where }),
  });
  const send = async (message: Notification | Response): Promise<void> => void sent.push(message);
  const connection = service.connect({ send, ...options });
  const receive = (message: object): Promise<void> => {
    const whole = { jsonrpc: '2.0', ...message } as Request | Notification;
    if (!('id' in whole)) connection.notified(whole);
    else connection.serve(whole, send).done.catch(() => {});
    return turn();
  };
  return { service, connection, sent, faults, clients, send, receive };
}

const initialize = (params: Params = {}): object => ({
  id: 'i',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' }, ...params },
});

const called = (id: number, name = 'tool', _meta: object = {}): object => ({
  id,
  method: 'tools/call',
  params: { name, _meta },
});

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'gemini', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const SERVER_INFO = { name: 'dragoman', title: 'Dragoman', version: '1.2.3' };
const COMPLETE = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': SERVER_INFO } };

const resultOf = (message: Message | undefined): unknown =>
  message !== undefined && 'result' in message && message.result;
const errorOf = (message: Message | undefined): unknown => message !== undefined && 'error' in message && message.error;

describe('a client with a handshake', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2024-10-07', '2024-10-07'],
    ['2026-07-28', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ])('that asks for %s is answered %s', async (asked, protocolVersion) => {
    const { sent, connection, receive } = serving();
    await receive(initialize({ protocolVersion: asked }));
    const capabilities = { tools: {}, logging: {} };
    const result = { protocolVersion, capabilities, serverInfo: SERVER_INFO, instructions: 'Read first.' };
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 'i', result }]);
    expect(connection.client).toEqual({ name: 'c', version: '1', capabilities: {}, protocolVersion: asked });
  });

  it.each([
    [{ clientInfo: undefined }, 'params.clientInfo: Invalid input: expected object, received undefined'],
    [{ clientInfo: { name: 7 } }, 'params.clientInfo.name: Invalid input: expected string, received number'],
    [{ clientInfo: { name: 'c' } }, 'params.clientInfo.version: Invalid input: expected string, received undefined'],
    [{ capabilities: [] }, 'params.capabilities: Invalid input: expected object, received array'],
    [{ protocolVersion: null }, 'params.protocolVersion: Invalid input: expected string, received null'],
  ])('must introduce itself: %j', async (params, message) => {
    const { sent, connection, receive } = serving();
    await receive(initialize(params));
    expect(errorOf(sent[0])).toEqual({ code: -32602, message });
    expect(connection.client).toBeNull();
  });

  it('is served, asked for its roots, and knows no methods but its own', async () => {
    let asked = 0;
    const { sent, clients, receive } = serving(NO_TOOL, { onRoots: () => (asked += 1) });
    await receive(initialize());
    for (const method of ['initialized', 'roots/list_changed', 'unheard/of']) {
      await receive({ method: `notifications/${method}` });
    }
    expect(asked).toBe(2);
    for (const [id, method] of ['ping', 'tools/list', 'constructor', 'server/discover'].entries()) {
      await receive({ id, method });
    }
    const unknown = { code: -32601, message: 'Method not found' };
    expect(sent.slice(1)).toEqual([
      { jsonrpc: '2.0', id: 0, result: {} },
      { jsonrpc: '2.0', id: 1, result: { tools: [] } },
      { jsonrpc: '2.0', id: 2, error: unknown },
      { jsonrpc: '2.0', id: 3, error: unknown },
    ]);
    expect(clients).toEqual(['c']);
  });

  it('hears of what it asked for, warnings until it asks, and nothing before it has introduced itself', async () => {
    const { sent, connection, receive } = serving();
    connection.log('error', 'too early');
    await receive(initialize());
    connection.log('info', 'unwanted');
    connection.log('warn', 'wanted', { path: 'a' });
    await receive({ id: 1, method: 'logging/setLevel', params: { level: 'debug' } });
    await receive(called(2));
    await receive({ id: 3, method: 'logging/setLevel', params: { level: 'loud' } });
    const [, warning, , answered] = sent;
    expect(warning).toMatchObject({
      method: 'notifications/message',
      params: { level: 'warning', logger: 'dragoman', data: { message: 'wanted', path: 'a' } },
    });
    expect(answered).toMatchObject({ params: { level: 'debug', data: { message: 'tool answered', isError: false } } });
    expect(sent.map((message) => ('id' in message ? message.id : message.method))).toEqual([
      'i',
      'notifications/message',
      1,
      'notifications/message',
      2,
      3,
    ]);
    expect(errorOf(sent[5])).toMatchObject({ code: -32602, message: expect.stringContaining('debug, info, notice') });
  });
});

describe('a client with an envelope in each request', () => {
  const modern = (method: string, params: object = {}, meta: object = {}) => ({
    id: 1,
    method,
    params: { ...params, _meta: { ...ENVELOPE, ...meta } },
  });

  it('is answered without a handshake, by the name that it gives itself', async () => {
    const { sent, clients, receive } = serving();
    await receive(modern('server/discover'));
    await receive(modern('tools/list'));
    await receive(modern('tools/call', { name: 'tool' }));
    const cached = { ttlMs: expect.any(Number), cacheScope: 'private' };
    const about = { capabilities: { tools: {}, logging: {} }, instructions: 'Read first.' };
    expect(sent.map(resultOf)).toEqual([
      { supportedVersions: ['2026-07-28'], ...about, ...cached, ...COMPLETE },
      { tools: [], ...cached, ...COMPLETE },
      { content: [], resultType: 'complete', _meta: { ...COMPLETE._meta, 'dragoman/outcome': {} } },
    ]);
    expect(clients).toEqual(['gemini', 'gemini']);
  });

  it.each(['initialize', 'ping', 'logging/setLevel', 'subscriptions/unheard', '__proto__'])(
    'knows no %s',
    async (method) => {
      const { sent, receive } = serving();
      await receive(modern(method, initialize()));
      expect(errorOf(sent[0])).toEqual({ code: -32601, message: 'Method not found' });
    },
  );

  it.each(['2027-01-01', '2025-11-25', ''])('of revision %j is told which there are', async (requested) => {
    const { sent, receive } = serving();
    await receive({
      id: 1,
      method: 'no/such',
      params: { _meta: { 'io.modelcontextprotocol/protocolVersion': requested } },
    });
    const message = `Unsupported protocol version: ${requested}`;
    expect(errorOf(sent[0])).toEqual({ code: -32022, message, data: { supported: ['2026-07-28'], requested } });
  });

  it.each([
    ['protocolVersion', 7, 'protocolVersion must be a string'],
    ['clientCapabilities', undefined, 'clientCapabilities must be an object'],
    ['clientInfo', 'c', 'clientInfo must be an object'],
    ['clientInfo', { name: 'c' }, 'clientInfo.version must be a string'],
    ['logLevel', 'loud', 'logLevel must be one of debug, '],
  ])('is told what its envelope lacks: %s %j', async (key, value, problem) => {
    const { sent, receive } = serving();
    await receive(modern('tools/list', {}, { [`io.modelcontextprotocol/${key}`]: value }));
    expect(errorOf(sent[0])).toMatchObject({ code: -32602, message: expect.stringContaining(problem) });
  });

  it('hears of a request what that asks for, and nothing else', async () => {
    const { sent, connection, receive } = serving();
    connection.log('error', 'of no request');
    await receive(called(1, 'quiet', ENVELOPE));
    await receive(called(2, 'loud', { ...ENVELOPE, 'io.modelcontextprotocol/logLevel': 'debug' }));
    expect(sent).toMatchObject([{ id: 1 }, { params: { data: { message: 'loud answered' } } }, { id: 2 }]);
  });

  it('may turn to the handshake, whatever else it claims', async () => {
    const { sent, receive } = serving();
    const request = initialize({ _meta: { 'io.modelcontextprotocol/protocolVersion': '2025-11-25' } });
    await receive(request);
    expect(resultOf(sent[0])).toMatchObject({ protocolVersion: '2025-06-18' });
  });

  it('hears that it will hear of no change, for as long as it listens', async () => {
    const { connection, sent, receive } = serving();
    await receive(modern('subscriptions/listen', { notifications: { toolsListChanged: true } }));
    const params = { _meta: { 'io.modelcontextprotocol/subscriptionId': 1 }, notifications: {} };
    expect(sent).toEqual([{ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params }]);
    // Nobody waits for what never ends.
    await connection.settled();
    await receive({ method: 'notifications/cancelled', params: { requestId: 1 } });
    expect(sent).toHaveLength(1);
    await receive(modern('subscriptions/listen'));
    expect(errorOf(sent[1])).toMatchObject({ code: -32602 });
  });
});

describe('a request', () => {
  it.each([
    [Object.assign(new Error('unfit'), { code: -32602 }), { code: -32602, message: 'unfit' }],
    [Object.assign(new Error('scope'), { code: -1, data: { a: 1 } }), { code: -1, message: 'scope', data: { a: 1 } }],
    [new ToolError({ code: 'NOT_FOUND', path: '/w' }, 'No such tree'), { code: -32603, message: 'No such tree' }],
  ])('is answered with the error %s', async (thrown, error) => {
    const { sent, faults, receive } = serving(() => Promise.reject(thrown));
    await receive(called(1));
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
    expect(faults).toEqual([]);
  });

  it.each([new TypeError('secret'), Object.assign(new Error('secret'), { code: 'ENOENT' }), {}, undefined])(
    'that fails by %s, which nobody foresaw, is answered with the id under which it is noted',
    async (thrown) => {
      const { sent, faults, receive } = serving(() => Promise.reject(thrown));
      await receive(called(1));
      expect(faults).toEqual([{ id: expect.stringMatching(/^[0-9a-f]{8}$/), error: thrown, where: 'tools/call' }]);
      const [{ id }] = faults as [{ id: string }];
      const error = { code: -32603, message: `Unexpected error (id ${id})` };
      expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
    },
  );

  it.each(['cancelled', 'left behind by a client that is gone'])(
    'that is %s is aborted, and neither answered nor told of any more',
    async (how) => {
      const reasons: unknown[] = [];
      const { connection, sent, receive } = serving(async (_name, _args, { signal, onProgress }) => {
        await new Promise((resolve) => signal?.addEventListener('abort', resolve));
        reasons.push(signal?.reason);
        onProgress?.({ done: 1, message: 'late' });
        return RESULT;
      });
      await receive(called(7, 'tool', { progressToken: 1 }));
      if (how === 'cancelled') {
        await receive({ method: 'notifications/cancelled', params: { requestId: 7, reason: 'why' } });
      } else {
        connection.close();
      }
      await turn();
      expect(reasons).toEqual([how === 'cancelled' ? 'why' : expect.any(DOMException)]);
      expect(sent).toEqual([]);
      await connection.settled();
    },
  );

  it('of a client without a connection is cancelled by whoever serves it', async () => {
    const { service, sent, send } = serving(async (_name, _args, { signal }) => {
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      return RESULT;
    });
    const exchange = service.serve({ jsonrpc: '2.0', ...called(1) } as Request, send);
    await turn();
    exchange.cancel();
    await exchange.done;
    expect(sent).toEqual([]);
  });

  it('tells how far it is before it is answered, with the token that it gave', async () => {
    const { sent, receive } = serving(async (_name, _args, { onProgress }) => {
      onProgress?.({ done: 3, message: 'files' });
      return RESULT;
    });
    await receive(called(1, 'tool', { progressToken: 0 }));
    expect(sent).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 0, progress: 3, message: 'files' } },
      { id: 1 },
    ]);
  });

  it('waits for a slot if it is a call, and never starts if it is cancelled meanwhile', async () => {
    const started: string[] = [];
    let end = (): void => {};
    const { sent, receive } = serving(async (name) => {
      started.push(name);
      if (name === 'first') await new Promise<void>((resolve) => (end = resolve));
      return RESULT;
    });
    for (const [id, name] of ['first', 'second', 'third'].entries()) await receive(called(id, name));
    await receive({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await receive({ id: 3, method: 'ping' });
    expect(started).toEqual(['first']);
    end();
    for (let turns = 0; turns < 3; turns += 1) await turn();
    expect(started).toEqual(['first', 'third']);
    expect(sent.map((message) => 'id' in message && message.id)).toEqual([3, 0, 2]);
  });

  it('gives its slot on though its answer cannot be sent', async () => {
    const { connection, sent, receive } = serving();
    const request = { jsonrpc: '2.0', ...called(1) } as Request;
    const failing = connection.serve(request, () => {
      throw new Error('no way');
    });
    await expect(failing.done).rejects.toThrow('no way');
    await connection.settled();
    await receive(called(2));
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 2, result: RESULT }]);
  });

  it('is answered as often as its id is used; what is cancelled is the newest', async () => {
    const ends: (() => void)[] = [];
    const { connection, sent, send } = serving(async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      return RESULT;
    });
    const slow = { jsonrpc: '2.0', ...called(0) } as Request;
    void connection.serve(slow, send);
    void connection.serve(slow, send);
    await turn();
    for (const requestId of ['0', null, undefined, 1, 0]) {
      connection.notified({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    }
    ends.shift()?.();
    await connection.settled();
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 0, result: RESULT }]);
  });
});
