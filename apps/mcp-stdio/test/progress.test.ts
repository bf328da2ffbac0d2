import { writeFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { callOf, type RawMessage, startRaw } from './raw.ts';

/** Messages for one call: notifications with its token, and its answer at the end. */
async function follow(name: string, args: Record<string, unknown>, token: string | number): Promise<CallTrace> {
  await using tree = await openTree(
    Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`d${at % 7}/f${at}.txt`, 'needle\n'])),
  );
  await using server = startRaw({ args: ['--dialect', 'editor', '--shell', 'unrestricted'], cwd: tree.root });
  const call = callOf(1, name, args);
  await server.send({ ...call, params: { ...(call.params as object), _meta: { progressToken: token } } });
  const told: RawMessage[] = [];
  for (let message = await server.next(); ; message = await server.next()) {
    if (message.id !== undefined) return { told, answer: message };
    told.push(message);
    writeFileSync(tree.path('told'), '');
  }
}

interface CallTrace {
  readonly told: readonly RawMessage[];
  readonly answer: RawMessage;
}

describe('notifications/progress', () => {
  it.each([
    ['grep', { pattern: 'needle' }, 'a token'],
    ['glob', { pattern: '**/*.txt' }, 0],
    ['bash', { command: 'until [ -e told ]; do sleep 0.01; done' }, 7],
  ] as const)('come for %s, rising, before the answer', async (name, args, token) => {
    const { told, answer } = await follow(name, args, token);
    expect(answer.result).not.toHaveProperty('isError');
    expect(told.length).toBeGreaterThan(0);
    for (const { method, params } of told) {
      expect({ method, params }).toMatchObject({
        method: 'notifications/progress',
        params: { progressToken: token, progress: expect.any(Number), message: expect.any(String) },
      });
    }
    const numbers = told.map(({ params }) => Number(params?.progress));
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  });
});
