import { describe, expect, it } from 'vitest';
import { messageFrom } from './message-from.ts';

const problem = (code: number, message: string, id: unknown = null): unknown => ({
  kind: 'problem',
  problem: { id, code, message },
});

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const MANY = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`x${at}`, at]));
const LONG = 'a'.repeat(1025);
const UNFIT_ID = problem(-32600, 'id must be a string or a whole number');

describe('messageFrom', () => {
  it.each([
    ['a request', { ...PING, params: { a: 1 } }],
    ['a request with an empty id', { ...PING, id: '' }],
    ['a request with id 0', { ...PING, id: 0 }],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['a result', { jsonrpc: '2.0', id: 's', result: {} }],
    ['an error', { jsonrpc: '2.0', id: -1, error: { code: -32601, message: 'none' } }],
  ])('takes %s as it is', (_, value) => {
    expect(messageFrom(value)).toEqual({ kind: 'message', message: value });
  });

  it.each([
    ['members that JSON-RPC does not know', { ...PING, trace: 'x', result: {} }, PING],
    ['parameters that are null', { ...PING, params: null }, PING],
    ['metadata that are null', { ...PING, params: { _meta: null, a: 1 } }, { ...PING, params: { a: 1 } }],
    ['a task, which no server here has', { ...PING, params: { task: { ttl: 1 } } }, { ...PING, params: {} }],
    [
      'a related task, and a progress token that is null',
      { ...PING, params: { _meta: { 'io.modelcontextprotocol/related-task': {}, progressToken: null, other: 1 } } },
      { ...PING, params: { _meta: { other: 1 } } },
    ],
    [
      'the data of an error',
      { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'm', data: {} } },
      { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'm' } },
    ],
  ])('leaves out %s', (_, value, message) => {
    expect(messageFrom(value)).toEqual({ kind: 'message', message });
  });

  it.each([0, 'p', ''])('keeps the progress token %j', (progressToken) => {
    const asking = { ...PING, params: { _meta: { progressToken } } };
    expect(messageFrom(asking)).toEqual({ kind: 'message', message: asking });
  });

  it.each([
    [
      'a batch',
      [PING, 7],
      { kind: 'batch', messages: [{ kind: 'message', message: PING }, problem(-32600, 'Message is not an object')] },
    ],
    ['a batch in a batch', [[PING]], { kind: 'batch', messages: [problem(-32600, 'Message is not an object')] }],
    ['an empty batch', [], problem(-32600, 'Batch holds no message')],
    ['a batch of too many', Array(101).fill(PING), problem(-32600, 'Batch of 101 messages is over the limit of 100')],
    ['null', null, problem(-32600, 'Message is not an object')],
    ['text', 'ping', problem(-32600, 'Message is not an object')],
    ['an id alone', { jsonrpc: '2.0', id: 3 }, problem(-32600, 'Message is neither a request nor an answer', 3)],
    ['another JSON-RPC', { ...PING, jsonrpc: '1.0' }, problem(-32600, 'jsonrpc must be "2.0"', 1)],
    ['no JSON-RPC', { id: 1, method: 'ping' }, problem(-32600, 'jsonrpc must be "2.0"', 1)],
    ['a method that is no text', { ...PING, method: 7 }, problem(-32600, 'method must be a string', 1)],
    ['an id that is null', { ...PING, id: null }, UNFIT_ID],
    ['an id with a fraction', { ...PING, id: 1.5 }, UNFIT_ID],
    ['an id that is too large to come back', { ...PING, id: 2 ** 53 }, UNFIT_ID],
    ['an id that is an object', { ...PING, id: {} }, UNFIT_ID],
    ['an id that is too long', { ...PING, id: LONG }, problem(-32600, 'id is longer than 1024 characters')],
    [
      'a long id of nothing',
      { jsonrpc: '2.0', id: LONG },
      problem(-32600, 'Message is neither a request nor an answer'),
    ],
    [
      'a progress token that is too long',
      { ...PING, params: { _meta: { progressToken: LONG } } },
      problem(-32602, 'params._meta.progressToken is longer than 1024 characters', 1),
    ],
    ['parameters by position', { ...PING, params: [1] }, problem(-32602, 'params must be an object', 1)],
    ['metadata by position', { ...PING, params: { _meta: [] } }, problem(-32602, 'params._meta must be an object', 1)],
    ['parameters without end', { ...PING, params: MANY }, problem(-32602, 'params must have at most 1000 members', 1)],
    [
      'metadata without end',
      { ...PING, params: { _meta: MANY } },
      problem(-32602, 'params._meta must have at most 1000 members', 1),
    ],
    [
      'a progress token that is none',
      { ...PING, params: { _meta: { progressToken: {} } } },
      problem(-32602, 'params._meta.progressToken must be a string or a whole number', 1),
    ],
  ])('has an answer to %s', (_, value, expected) => {
    expect(messageFrom(value)).toEqual(expected);
  });

  it.each([
    [
      'a notification with parameters by position',
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: [1] },
      'notifications/cancelled ignored: params must be an object',
    ],
    [
      'one of a method without end',
      { jsonrpc: '2.0', method: LONG, params: [1] },
      `${'a'.repeat(200)}… ignored: params must be an object`,
    ],
    ['an answer to nothing', { jsonrpc: '2.0', id: null, result: {} }, 'Malformed answer ignored'],
    ['an answer that is no object', { jsonrpc: '2.0', id: 1, result: 7 }, 'Malformed answer ignored'],
    ['an error without a code', { jsonrpc: '2.0', id: 1, error: { message: 'm' } }, 'Malformed answer ignored'],
    ['an error with no sentence', { jsonrpc: '2.0', id: 1, error: { code: 1 } }, 'Malformed answer ignored'],
    ['an answer of another JSON-RPC', { id: 1, result: {} }, 'Malformed answer ignored'],
  ])('has none to %s', (_, value, reason) => {
    expect(messageFrom(value)).toEqual({ kind: 'ignored', reason });
  });
});
