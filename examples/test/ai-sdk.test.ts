import { MockLanguageModelV3 } from 'ai/test';
import { expect, it } from 'vitest';
import { ask } from '../ai-sdk.ts';
import { openProject } from './project.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

it('lets generateText write a file and see a failure', async () => {
  await using project = await openProject();
  const call = (toolCallId: string, path: string) => ({
    type: 'tool-call' as const,
    toolCallId,
    toolName: 'create_file',
    input: JSON.stringify({ path, content: '42' }),
  });
  const model = new MockLanguageModelV3({
    doGenerate: [
      {
        content: [call('write', 'notes.txt'), call('refused', '../notes.txt')],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      },
      {
        content: [{ type: 'text', text: 'done' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage,
        warnings: [],
      },
    ],
  });

  expect(await ask(model, project.toolset, 'Note the answer.')).toBe('done');

  const [first, second] = model.doGenerateCalls;
  expect(first?.tools?.map(({ name }) => name)).toContain('create_file');
  expect(second?.prompt.at(-1)).toMatchObject({
    role: 'tool',
    content: [
      {
        toolCallId: 'write',
        output: { type: 'content', value: [{ type: 'text', text: expect.stringContaining('notes.txt') }] },
      },
      { toolCallId: 'refused', output: { type: 'error-text', value: expect.stringMatching(/^Error: /) } },
    ],
  });
  expect(project.read('notes.txt')).toBe('42');
});
