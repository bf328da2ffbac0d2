import type { ToolDefinition } from '@dragoman/dialects';
import { ToolError } from '@dragoman/fs-core';
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

const TOOL = { name: 'tool', description: 'Does it.', inputSchema: { type: 'object' } } as unknown as ToolDefinition;

/** A service over one tool, and what its one client is sent. */
function serving(call: Call = NO_TOOL, options: ConnectionOptions & { readonly instructions?: string } = {}) {
  const sent: (Notification | Response)[] = [];
  const faults: object[] = [];
  const clients: string[] = [];
  const service = createService({
    toolsetFor(client) {
      clients.push(client);
      return { tools: [TOOL], call, resource: async () => ({}) };
    },
    instructionsFor: () => options.instructions ?? 'Read first.',
    structured: 'auto',
    resources: 'off',
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
const SERVER_KEY = 'io.modelcontextprotocol/serverInfo';
const SERVER_INFO = { name: 'dragoman', title: 'Dragoman', version: '1.2.3' };
const INTRODUCTION = {
  ...SERVER_INFO,
  websiteUrl: expect.stringMatching(/^https:/),
  icons: [{ src: expect.stringMatching(/^data:image\/svg\+xml;base64,/), mimeType: 'image/svg+xml', sizes: ['any'] }],
};
const COMPLETE = { resultType: 'complete', _meta: { [SERVER_KEY]: SERVER_INFO } };

const resultOf = (message: Message | undefined): unknown =>
  message !== undefined && 'result' in message && message.result;
const errorOf = (message: Message | undefined): unknown => message !== undefined && 'error' in message && message.error;

const SEVERITIES = ['debug', 'info', 'warn', 'error'] as const;

/** Messages that are heard of these, by the level that a client asks for. */
const HEARD: [string, string[]][] = [
  ['debug', ['debug', 'info', 'warning', 'error']],
  ['info', ['info', 'warning', 'error']],
  ['notice', ['warning', 'error']],
  ['warning', ['warning', 'error']],
  ['error', ['error']],
  ['critical', []],
  ['alert', []],
  ['emergency', []],
];

const levelOf = (message: Message | undefined): unknown =>
  message !== undefined && 'method' in message && message.params?.level;

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
    const result = { protocolVersion, capabilities, serverInfo: INTRODUCTION, instructions: 'Read first.' };
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
      { jsonrpc: '2.0', id: 1, result: { tools: [TOOL] } },
      { jsonrpc: '2.0', id: 2, error: unknown },
      { jsonrpc: '2.0', id: 3, error: unknown },
    ]);
    expect(clients).toEqual(['c']);
  });

  it('may ask before it has introduced itself, and introduce itself again', async () => {
    const { sent, connection, clients, receive } = serving();
    await receive({ id: 1, method: 'ping' });
    await receive({ id: 2, method: 'tools/list' });
    await receive(called(3));
    expect(sent.map(resultOf)).toEqual([{}, { tools: [TOOL] }, RESULT]);
    await receive(initialize());
    await receive(initialize({ protocolVersion: '2024-11-05', clientInfo: { name: 'd', version: '2' } }));
    await receive(called(4));
    expect(resultOf(sent[4])).toMatchObject({ protocolVersion: '2024-11-05' });
    expect(connection.client).toMatchObject({ name: 'd', protocolVersion: '2024-11-05' });
    expect(clients).toEqual(['', '', 'd']);
  });

  it.each(HEARD)('that asks for %s hears %j', async (level, heard) => {
    const { sent, connection, receive } = serving();
    await receive(initialize());
    await receive({ id: 1, method: 'logging/setLevel', params: { level } });
    for (const severity of SEVERITIES) connection.log(severity, 'said');
    expect(resultOf(sent[1])).toEqual({});
    expect(sent.slice(2).map(levelOf)).toEqual(heard);
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
      { supportedVersions: ['2026-07-28'], ...about, ...cached, ...COMPLETE, _meta: { [SERVER_KEY]: INTRODUCTION } },
      { tools: [TOOL], ...cached, ...COMPLETE },
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

  it('is told what it sent as text that can be seen, and no more than can be meant', async () => {
    const { sent, receive } = serving();
    const key = 'io.modelcontextprotocol/protocolVersion';
    for (const requested of ['\u202e\u001b[31m\u0000\u200b\u2028', '\u202e'.repeat(100_000)])
      await receive({ id: 1, method: 'no/such', params: { _meta: { [key]: requested } } });
    const seen = '\\u{202e}\\e[31m\\u{0}\\u{200b}\\u{2028}';
    const message = `Unsupported protocol version: ${seen}`;
    expect(errorOf(sent[0])).toMatchObject({ message, data: { requested: seen } });
    expect(JSON.stringify(sent[1])).toMatch(/^[\x20-\x7e…]{100,5000}$/);
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

  it('need not say who it is, nor that it wants no log', async () => {
    const { sent, clients, receive } = serving();
    const unknown = { 'io.modelcontextprotocol/clientInfo': undefined, 'io.modelcontextprotocol/logLevel': null };
    await receive(modern('tools/list', {}, unknown));
    expect(resultOf(sent[0])).toMatchObject({ resultType: 'complete' });
    expect(clients).toEqual(['']);
  });

  it('is told nothing to know before a first call where there is nothing', async () => {
    const { sent, receive } = serving(NO_TOOL, { instructions: '' });
    await receive(modern('server/discover'));
    await receive(initialize());
    for (const answer of sent) expect(resultOf(answer)).not.toHaveProperty('instructions');
  });

  it('hears of errors that no result type goes with, and of failures with one', async () => {
    const failed = { content: [], isError: true, _meta: { 'dragoman/error': {} } } as unknown as typeof RESULT;
    const { sent, receive } = serving(async (name) => {
      if (name === 'tool') return failed;
      throw Object.assign(new Error('unfit'), { code: -32602 });
    });
    await receive(modern('tools/call', { name: 'tool' }));
    await receive(modern('tools/call', { name: 'other' }));
    expect(resultOf(sent[0])).toMatchObject({ isError: true, resultType: 'complete' });
    expect(sent[1]).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'unfit' } });
  });

  it('may share a connection with a handshake', async () => {
    const { sent, connection, clients, receive } = serving();
    await receive(initialize());
    await receive(modern('tools/list'));
    await receive({ id: 2, method: 'tools/list' });
    expect(connection.client).toMatchObject({ name: 'c' });
    expect(clients).toEqual(['gemini', 'c']);
    expect(sent.slice(1).map(resultOf)).toEqual([expect.objectContaining(COMPLETE), { tools: [TOOL] }]);
  });

  it('hears of a request what that asks for, and nothing else', async () => {
    const { sent, connection, receive } = serving();
    connection.log('error', 'of no request');
    await receive(called(1, 'quiet', ENVELOPE));
    await receive(called(2, 'loud', { ...ENVELOPE, 'io.modelcontextprotocol/logLevel': 'debug' }));
    await receive(called(3, 'quiet', { ...ENVELOPE, 'io.modelcontextprotocol/logLevel': 'info' }));
    expect(sent).toMatchObject([{ id: 1 }, { params: { data: { message: 'loud answered' } } }, { id: 2 }, { id: 3 }]);
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

  it.each([
    ['handshake', {}],
    ['envelope', ENVELOPE],
  ])('for the tools gets all of them on one page, by %s', async (_, _meta) => {
    const { sent, receive } = serving();
    for (const cursor of [undefined, null, '', '2', 0]) {
      await receive({ id: 1, method: 'tools/list', params: { cursor, _meta } });
    }
    const unknown = { code: -32602, message: 'params.cursor is unknown' };
    expect(sent.map(errorOf)).toEqual([false, false, unknown, unknown, unknown]);
    expect(sent.slice(0, 2).map(resultOf)).toMatchObject([{ tools: [TOOL] }, { tools: [TOOL] }]);
  });

  it.each([undefined, 7, null])('for a tool named %j is told that a name is a text', async (name) => {
    const { sent, receive } = serving();
    await receive({ id: 1, method: 'tools/call', params: { name } });
    await receive({ id: 2, method: 'tools/call' });
    const error = { code: -32602, message: 'params.name must be a string' };
    expect(sent.map(errorOf)).toEqual([error, error]);
  });

  it('hands its arguments on as they are, and whether anybody wants to hear how far it is', async () => {
    const calls: unknown[] = [];
    const { receive } = serving(async (...[name, args, { onProgress, client }]) => {
      calls.push([name, args, onProgress !== undefined, client]);
      return RESULT;
    });
    const params = { name: 'a', arguments: [1], _meta: { ...ENVELOPE, progressToken: 'p' } };
    await receive({ id: 1, method: 'tools/call', params });
    await receive({ id: 2, method: 'tools/call', params: { name: '' } });
    expect(calls).toEqual([
      ['a', [1], true, 'gemini'],
      ['', undefined, false, ''],
    ]);
  });

  it('is answered with an error where there are no tools to be had', async () => {
    const service = createService({
      toolsetFor: () => Promise.reject(new ToolError({ code: 'NOT_FOUND', path: '/w' }, 'No such tree')),
      ...{
        instructionsFor: () => '',
        structured: 'auto',
        resources: 'off',
        version: '0',
        log: () => {},
        onFault: () => {},
      },
      slots: createCallSlots(1, () => null),
    });
    const sent: unknown[] = [];
    for (const request of [called(1), called(2), { id: 3, method: 'tools/list' }]) {
      const whole = { jsonrpc: '2.0', ...request } as Request;
      await service.serve(whole, async (message) => void sent.push(message)).done;
    }
    const error = { code: -32603, message: 'No such tree' };
    expect(sent).toEqual([1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, error })));
  });

  it('that was answered is told of no more, and cancelled no more', async () => {
    const signals: AbortSignal[] = [];
    let report: Parameters<Call>[2]['onProgress'];
    const { sent, receive } = serving(async (_name, _args, { signal, onProgress }) => {
      if (signal !== undefined) signals.push(signal);
      report = onProgress;
      return RESULT;
    });
    await receive(called(1, 'tool', { ...ENVELOPE, progressToken: 'p' }));
    report?.({ done: 1, message: 'late' });
    await receive({ method: 'notifications/cancelled', params: { requestId: 1 } });
    expect(sent).toMatchObject([{ id: 1, result: { resultType: 'complete' } }]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
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

  it('starts calls one after another, though they came while the tools were loaded', async () => {
    const steps: string[] = [];
    const call: Call = async (name) => {
      steps.push(`${name} starts`);
      await null;
      steps.push(`${name} ends`);
      return RESULT;
    };
    let load = (_: ToolsetHandle): void => {};
    const loaded = new Promise<ToolsetHandle>((resolve) => (load = resolve));
    const slots = createCallSlots(64, () => null);
    const parts = {
      instructionsFor: () => '',
      structured: 'auto' as const,
      resources: 'off' as const,
      version: '1.2.3',
      slots,
      log: () => {},
      onFault: () => {},
    };
    const connection = createService({ ...parts, toolsetFor: () => loaded }).connect({ send: async () => {} });
    const names = ['first', 'second', 'third'];
    const answers = names.map(
      (name, id) => connection.serve({ jsonrpc: '2.0', ...called(id, name) } as Request, async () => {}).done,
    );
    for (let turns = 0; turns < 3; turns += 1) await turn();
    load({ tools: [TOOL], call, resource: async () => ({}) });
    await Promise.all(answers);
    expect(steps).toEqual(names.flatMap((name) => [`${name} starts`, `${name} ends`]));
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
