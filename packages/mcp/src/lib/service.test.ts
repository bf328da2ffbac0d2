import { ToolError } from '@dragoman/dialects';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { createCallSlots } from './call-slots.ts';
import { handleDirectly, type RequestHandler } from './direct-handlers.ts';

async function connected(handler: RequestHandler, notified: () => void = () => {}) {
  const sent: JSONRPCMessage[] = [];
  const errors: string[] = [];
  const faults: object[] = [];
  const transport: Transport = {
    start: async () => {},
    send: async (message) => void sent.push(message),
    close: async () => transport.onclose?.(),
  };
  const server = new Server({ name: 'a', version: '0' }, { capabilities: {} });
  server.onerror = ({ message }) => errors.push(message);
  await server.connect(transport);
  handleDirectly(transport, server, {
    requests: new Map([['own', handler]]),
    calls: new Map([['call', handler]]),
    notifications: new Map([['told', notified]]),
    slots: createCallSlots(1, () => null),
    onFault: ({ id, error }, where) => faults.push({ id, error, where }),
  });
  const receive = async (message: object): Promise<void> => {
    transport.onmessage?.({ jsonrpc: '2.0', ...message } as JSONRPCMessage);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { transport, sent, errors, faults, receive };
}

describe('handleDirectly', () => {
  it('answers requests of its methods, and leaves all others to the server', async () => {
    const { sent, receive } = await connected(async (params) => ({ got: params }));
    await receive({ id: 1, method: 'own', params: { a: 1 } });
    await receive({ id: 2, method: 'own' });
    await receive({ id: 3, method: 'ping' });
    await receive({ id: 4, method: 'constructor' });
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 1, result: { got: { a: 1 } } },
      { jsonrpc: '2.0', id: 2, result: { got: {} } },
      { jsonrpc: '2.0', id: 3, result: {} },
      { jsonrpc: '2.0', id: 4, error: { code: -32601, message: 'Method not found' } },
    ]);
  });

  it.each([
    [Object.assign(new Error('unfit'), { code: -32602 }), { code: -32602, message: 'unfit' }],
    [new ToolError({ code: 'NOT_FOUND', path: '/w' }, 'No such tree'), { code: -32603, message: 'No such tree' }],
  ])('answers the error %s', async (thrown, error) => {
    const { sent, faults, receive } = await connected(() => Promise.reject(thrown));
    await receive({ id: 1, method: 'own' });
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
    expect(faults).toEqual([]);
  });

  it.each([new TypeError('secret'), Object.assign(new Error('secret'), { code: 'ENOENT' }), {}, undefined])(
    'answers %s, which nobody foresaw, with the id under which it is noted',
    async (thrown) => {
      const { sent, faults, receive } = await connected(() => Promise.reject(thrown));
      await receive({ id: 1, method: 'own' });
      expect(faults).toEqual([{ id: expect.stringMatching(/^[0-9a-f]{8}$/), error: thrown, where: 'own' }]);
      const [{ id }] = faults as [{ id: string }];
      const error = { code: -32603, message: `Unexpected error (id ${id})` };
      expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
    },
  );

  it.each([
    ['cancelled', { method: 'notifications/cancelled', params: { requestId: 7, reason: 'why' } }],
    ['left behind by a client that is gone', null],
  ])('aborts a request that is %s, and does not answer it', async (_, message) => {
    const reasons: unknown[] = [];
    const { transport, sent, receive } = await connected(async (_params, { signal, notify }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      reasons.push(signal.reason);
      await notify({ method: 'notifications/message', params: { level: 'info', data: 'late' } });
      return {};
    });
    await receive({ id: 7, method: 'own' });
    await (message === null ? transport.close() : receive(message));
    await new Promise((resolve) => setImmediate(resolve));
    expect(reasons).toEqual([message === null ? expect.any(DOMException) : 'why']);
    expect(sent).toEqual([]);
  });

  it('lets calls wait for a slot, and never starts one that is cancelled meanwhile', async () => {
    const started: unknown[] = [];
    let end = (): void => {};
    const { transport, sent, receive } = await connected(async ({ name }) => {
      started.push(name);
      if (name === 'first') await new Promise<void>((resolve) => (end = resolve));
      return {};
    });
    for (const [id, name] of ['first', 'second', 'third'].entries()) {
      await receive({ id, method: 'call', params: { name } });
    }
    await receive({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await receive({ id: 3, method: 'own', params: { name: 'no call' } });
    expect(started).toEqual(['first', 'no call']);
    end();
    for (const method of ['told', 'told', 'told']) await receive({ method });
    expect(started).toEqual(['first', 'no call', 'third']);
    expect(sent.map((message) => 'id' in message && message.id)).toEqual([3, 0, 2]);
    await transport.close();
  });

  it('gives the slot of a call on whose answer cannot be sent', async () => {
    const { transport, errors, receive } = await connected(async () => ({}));
    const { send } = transport;
    transport.send = () => {
      transport.send = send;
      throw new Error('no way');
    };
    await receive({ id: 1, method: 'call' });
    expect(errors).toEqual(['no way']);
    const answered = new Promise((resolve) => {
      transport.send = async (message) => resolve(message);
    });
    await receive({ id: 2, method: 'call' });
    expect(await answered).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
  });

  it('hears notifications before the messages that follow them', async () => {
    const order: string[] = [];
    const own: RequestHandler = async () => {
      order.push('request');
      return {};
    };
    const { transport } = await connected(own, () => order.push('notification'));
    transport.onmessage?.({ jsonrpc: '2.0', method: 'told' });
    transport.onmessage?.({ jsonrpc: '2.0', id: 1, method: 'own' });
    expect(order).toEqual(['notification', 'request']);
  });

  it('reports an answer that cannot be sent, and goes on', async () => {
    const { transport, errors, receive } = await connected(async () => ({}));
    transport.send = () => Promise.reject(new Error('no way'));
    await receive({ id: 1, method: 'own' });
    expect(errors).toEqual(['no way']);
  });
});
