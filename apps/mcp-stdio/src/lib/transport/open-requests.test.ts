import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { createOpenRequests, type OpenRequests } from './open-requests.ts';

const request = (id: string | number): JSONRPCMessage => ({ jsonrpc: '2.0', id, method: 'ping' });
const cancel = (requestId: unknown): JSONRPCMessage =>
  ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason: 'why' } }) as JSONRPCMessage;

const idOf = (message: JSONRPCMessage | null): string | number => {
  if (message === null || !('id' in message) || message.id === undefined) throw new Error('No id');
  return message.id;
};

const receive = (requests: OpenRequests, id: string | number): string | number => idOf(requests.received(request(id)));
const answer = (requests: OpenRequests, id: string | number): JSONRPCMessage | null =>
  requests.sent({ jsonrpc: '2.0', id, result: {} });

describe('createOpenRequests', () => {
  it.each([0, -1, '', '0', 'ä'])('answers the id %j as it was given, once', (id) => {
    const requests = createOpenRequests();
    const inside = receive(requests, id);
    expect(answer(requests, inside)).toEqual({ jsonrpc: '2.0', id, result: {} });
    expect(answer(requests, inside)).toBeNull();
  });

  it('answers an id as often as it was used', () => {
    const requests = createOpenRequests();
    const [first, second] = [receive(requests, 7), receive(requests, 7)];
    expect(first).not.toBe(second);
    expect(answer(requests, second)).toMatchObject({ id: 7 });
    expect(answer(requests, first)).toMatchObject({ id: 7 });
  });

  it.each([0, '', 'a'])('does not answer what is cancelled: %j', async (id) => {
    const requests = createOpenRequests();
    const inside = receive(requests, id);
    expect(requests.received(cancel(id))).toMatchObject({ params: { requestId: inside, reason: 'why' } });
    expect(answer(requests, inside)).toBeNull();
    await requests.none();
  });

  it('takes an answer to what was asked, once', () => {
    const requests = createOpenRequests();
    const answer: JSONRPCMessage = { jsonrpc: '2.0', id: 0, result: {} };
    expect(requests.received(answer)).toBeNull();
    requests.sent({ jsonrpc: '2.0', id: 0, method: 'roots/list' });
    expect(requests.received({ ...answer, id: '0' })).toBeNull();
    expect(requests.received(answer)).toBe(answer);
    expect(requests.received(answer)).toBeNull();
  });

  it('passes over what cancels nothing', () => {
    const requests = createOpenRequests();
    receive(requests, 1);
    for (const id of ['1', 2, null, undefined]) expect(requests.received(cancel(id))).toBeNull();
  });
});
