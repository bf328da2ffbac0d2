import Anthropic from '@anthropic-ai/sdk';
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

it('lets the tool runner write a file and see a failure', async () => {
  await using project = await openProject();
  await using api = await openStubServer([
    message('tool_use', [
      { type: 'tool_use', id: 'write', name: 'create_file', input: { path: 'notes.txt', content: '42' } },
      { type: 'tool_use', id: 'refused', name: 'create_file', input: { path: '../notes.txt', content: '42' } },
    ]),
    message('end_turn', [{ type: 'text', text: 'done' }]),
  ]);

  expect(await ask(new Anthropic({ apiKey: 'none', baseURL: api.url }), project.toolset, 'Note the answer.')).toBe(
    'done',
  );

  const [first, second] = api.requests;
  expect(first?.tools).toContainEqual(expect.objectContaining({ type: 'custom', name: 'create_file' }));
  expect(second?.messages.at(-1)).toMatchObject({
    role: 'user',
    content: [
      { tool_use_id: 'write', content: [{ type: 'text', text: expect.stringContaining('notes.txt') }] },
      { tool_use_id: 'refused', is_error: true, content: [{ type: 'text', text: expect.stringMatching(/^Error: /) }] },
    ],
  });
  expect(project.read('notes.txt')).toBe('42');
});
