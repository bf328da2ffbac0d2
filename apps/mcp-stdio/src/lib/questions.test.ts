import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { createQuestions } from './questions.ts';

const LONG = 2 ** 30;

function asking() {
  const sent: JSONRPCMessage[] = [];
  const questions = createQuestions(async (message) => void sent.push(message));
  return { questions, sent };
}

describe('createQuestions', () => {
  it('asks under numbers of its own, and takes the answer to each, once', async () => {
    const { questions, sent } = asking();
    const [first, second] = [questions.ask('a', LONG), questions.ask('b', LONG)];
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'a' },
      { jsonrpc: '2.0', id: 2, method: 'b' },
    ]);
    questions.answered({ jsonrpc: '2.0', id: '1', result: { of: 'nothing asked' } });
    questions.answered({ jsonrpc: '2.0', id: 2, result: { of: 'b' } });
    questions.answered({ jsonrpc: '2.0', id: 2, result: { of: 'b again' } });
    questions.answered({ jsonrpc: '2.0', id: 1, result: { of: 'a' } });
    expect(await Promise.all([first, second])).toEqual([{ of: 'a' }, { of: 'b' }]);
  });

  it('fails with what the client says, or when it is gone', async () => {
    const { questions } = asking();
    const [refused, left] = [questions.ask('a', LONG), questions.ask('b', LONG)];
    questions.answered({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'No roots' } });
    questions.close();
    await expect(refused).rejects.toThrow('No roots');
    await expect(left).rejects.toThrow('Connection closed');
  });

  it('tells the client that it waits no longer', async () => {
    const { questions, sent } = asking();
    await expect(questions.ask('a', 1)).rejects.toThrow('Request timed out');
    expect(sent[1]).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: 1, reason: 'Request timed out' },
    });
  });

  it('fails if it cannot ask', async () => {
    const questions = createQuestions(() => Promise.reject(new Error('no way')));
    await expect(questions.ask('a', LONG)).rejects.toThrow('no way');
  });
});
