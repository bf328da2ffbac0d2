import OpenAI from 'openai';
import { expect, it } from 'vitest';
import { ask } from '../openai.ts';
import { openProject } from './project.ts';
import { openStubServer } from './stub-server.ts';

const completion = (finish_reason: string, message: object) => ({
  id: 'chatcmpl',
  object: 'chat.completion',
  created: 0,
  model: 'stub',
  choices: [{ index: 0, finish_reason, message: { role: 'assistant', content: null, ...message } }],
});

it('lets runTools write a file', async () => {
  await using project = await openProject();
  const call = { name: 'create_file', arguments: JSON.stringify({ path: 'notes.txt', content: '42' }) };
  await using api = await openStubServer([
    completion('tool_calls', { tool_calls: [{ id: 'write', type: 'function', function: call }] }),
    completion('stop', { content: 'done' }),
  ]);

  expect(await ask(new OpenAI({ apiKey: 'none', baseURL: api.url }), project.toolset, 'Note the answer.')).toBe('done');

  const [first, second] = api.requests;
  expect(first?.tools).toContainEqual(
    expect.objectContaining({ function: expect.objectContaining({ name: 'create_file' }) }),
  );
  expect(second?.messages.at(-1)).toEqual({
    role: 'tool',
    tool_call_id: 'write',
    content: expect.stringContaining('notes.txt'),
  });
  expect(project.read('notes.txt')).toBe('42');
});
