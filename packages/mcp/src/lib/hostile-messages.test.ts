import { testRounds } from '@dragoman/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCallSlots } from './call-slots.ts';
import { messageFrom } from './message-from.ts';
import type { Message, RequestId } from './messages.ts';
import { createService } from './service.ts';
import type { ToolsetHandle } from './service-parts.ts';

const RESULT = { content: [], _meta: { 'dragoman/outcome': {} } } as unknown as Awaited<
  ReturnType<ToolsetHandle['call']>
>;

const methods = fc.constantFrom(
  ...['initialize', 'ping', 'server/discover', 'tools/list', 'tools/call', 'logging/setLevel', 'subscriptions/listen'],
  ...['notifications/cancelled', 'notifications/initialized', '__proto__', 'constructor', '', 7, null],
);
const versions = fc.constantFrom('2026-07-28', '2025-11-25', '', 7, null);
const anything = fc.jsonValue({ maxDepth: 2 });

const sometimes = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: arbitrary as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: anything });

const meta = fc.record(
  {
    progressToken: anything,
    'io.modelcontextprotocol/protocolVersion': sometimes(versions),
    'io.modelcontextprotocol/clientCapabilities': sometimes(fc.constant({})),
    'io.modelcontextprotocol/clientInfo': sometimes(fc.constant({ name: 'c', version: '1' })),
    'io.modelcontextprotocol/logLevel': sometimes(fc.constantFrom('debug', 'error')),
  },
  { requiredKeys: [] },
);
const params = fc.record(
  {
    _meta: sometimes(meta),
    name: sometimes(fc.constantFrom('works', 'fails', 'waits')),
    arguments: anything,
    level: sometimes(fc.constantFrom('debug', 'alert')),
    requestId: sometimes(fc.nat(5)),
    cursor: anything,
    protocolVersion: sometimes(versions),
    capabilities: sometimes(fc.constant({ roots: {} })),
    clientInfo: sometimes(fc.constant({ name: 'c', version: '1' })),
  },
  { requiredKeys: [] },
);
const messages = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0'),
    id: sometimes(fc.nat(5)),
    method: sometimes(methods),
    params: sometimes(params),
    result: anything,
    error: anything,
  },
  { requiredKeys: [] },
);

/** Answers to a client that sends these values, by ids, and the calls that it cancelled. */
async function exchanged(values: readonly unknown[]) {
  const asked: RequestId[] = [];
  const answered: RequestId[] = [];
  let cancellations = 0;
  const service = createService({
    toolsetFor: () => ({
      tools: [],
      async call(name, _args, { onProgress }) {
        onProgress?.({ done: 1, message: 'files' });
        if (name === 'waits') await new Promise(setImmediate);
        if (name === 'fails') throw undefined;
        return RESULT;
      },
      resource: async () => ({}),
    }),
    instructionsFor: () => '',
    structured: 'auto',
    resources: 'on',
    version: '0',
    slots: createCallSlots(2, () => null),
    log: () => {},
    onFault: () => {},
  });
  const send = async (message: Message): Promise<void> => {
    if (!('method' in message)) answered.push(message.id);
  };
  const connection = service.connect({ send });
  for (const value of values) {
    const parsed = messageFrom(value);
    if (parsed.kind !== 'message' || !('method' in parsed.message)) continue;
    const { message } = parsed;
    if ('id' in message) {
      asked.push(message.id);
      connection.serve(message, send).done.catch(() => answered.push('rejected'));
    } else {
      cancellations += message.method === 'notifications/cancelled' ? 1 : 0;
      connection.notified(message);
    }
  }
  await connection.settled();
  return { asked, answered, cancellations };
}

const counted = (ids: readonly RequestId[]): Map<RequestId, number> => {
  const counts = new Map<RequestId, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

describe('messages that nobody would send', () => {
  it('are each answered once, but for as many as were cancelled', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(messages, anything), { maxLength: 12 }), async (values) => {
        const { asked, answered, cancellations } = await exchanged(values);
        const [before, after] = [counted(asked), counted(answered)];
        for (const [id, count] of after) expect(count).toBeLessThanOrEqual(before.get(id) ?? 0);
        expect(answered.length).toBeLessThanOrEqual(asked.length);
        expect(answered.length).toBeGreaterThanOrEqual(asked.length - cancellations);
      }),
      { numRuns: testRounds(40) },
    );
  });

  it('are a message, a problem to answer, or nothing to answer, whatever they are', () => {
    void fc.assert(
      fc.property(fc.oneof(messages, anything), (value) => {
        const parsed = messageFrom(value);
        if (parsed.kind === 'message') expect(JSON.parse(JSON.stringify(parsed.message)).jsonrpc).toBe('2.0');
        else if (parsed.kind === 'problem') expect(parsed.problem.message).not.toBe('');
        else if (parsed.kind === 'batch') expect(parsed.messages.length).toBeGreaterThan(0);
        else expect(parsed.reason).not.toBe('');
      }),
    );
  });
});
