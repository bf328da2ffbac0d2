import { createToolset } from '@dragoman/dialects';
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

it('lets runTools read a file', async () => {
  using project = openProject();
  const call = { name: 'view', arguments: JSON.stringify({ path: 'notes.txt' }) };
  await using api = await openStubServer([
    completion('tool_calls', { tool_calls: [{ id: 'read', type: 'function', function: call }] }),
    completion('stop', { content: '42' }),
  ]);
  const toolset = await createToolset({ dialect: 'editor', session: { workdir: project.root, readOnly: true } });

  expect(await ask(new OpenAI({ apiKey: 'none', baseURL: api.url }), toolset, 'What is the answer?')).toBe('42');

  const [first, second] = api.requests;
  expect(first?.tools).toMatchObject([
    { function: { name: 'view' } },
    { function: { name: 'glob' } },
    { function: { name: 'grep' } },
  ]);
  expect(second?.messages.at(-1)).toEqual({
    role: 'tool',
    tool_call_id: 'read',
    content: '     1\tthe answer is 42\n',
  });
  await toolset.close();
});
