import Anthropic from '@anthropic-ai/sdk';
import { createToolset } from '@dragoman/dialects';
import { expect, it } from 'vitest';
import { ask } from '../anthropic-sdk.ts';
import { openProject } from './project.ts';
import { openStubServer } from './stub-server.ts';

const message = (stop_reason: string, content: object[]) => ({
  id: 'msg',
  type: 'message',
  role: 'assistant',
  model: 'stub',
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});

it('lets the tool runner read a file and see a failure', async () => {
  using project = openProject();
  await using api = await openStubServer([
    message('tool_use', [
      { type: 'tool_use', id: 'read', name: 'Read', input: { file_path: project.file } },
      { type: 'tool_use', id: 'lost', name: 'Read', input: { file_path: `${project.file}.lost` } },
    ]),
    message('end_turn', [{ type: 'text', text: '42' }]),
  ]);
  const toolset = await createToolset({ dialect: 'claude-code', session: { workdir: project.root, readOnly: true } });

  expect(await ask(new Anthropic({ apiKey: 'none', baseURL: api.url }), toolset, 'What is the answer?')).toBe('42');

  const [first, second] = api.requests;
  expect(first?.tools).toMatchObject([{ name: 'Read' }, { name: 'Glob' }, { name: 'Grep' }]);
  expect(second?.messages.at(-1)).toMatchObject({
    role: 'user',
    content: [
      { tool_use_id: 'read', content: [{ type: 'text', text: '     1\tthe answer is 42\n' }] },
      { tool_use_id: 'lost', is_error: true, content: [{ type: 'text', text: expect.stringContaining('not found') }] },
    ],
  });
  await toolset.close();
});
