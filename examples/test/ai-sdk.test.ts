import { createToolset } from '@dragoman/dialects';
import { MockLanguageModelV3 } from 'ai/test';
import { expect, it } from 'vitest';
import { ask } from '../ai-sdk.ts';
import { openProject } from './project.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

it('lets generateText read a file and see a failure', async () => {
  using project = openProject();
  const call = (toolCallId: string, absolute_path: string) => ({
    type: 'tool-call' as const,
    toolCallId,
    toolName: 'read_file',
    input: JSON.stringify({ absolute_path }),
  });
  const model = new MockLanguageModelV3({
    doGenerate: [
      {
        content: [call('read', project.file), call('lost', `${project.file}.lost`)],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      },
      {
        content: [{ type: 'text', text: '42' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage,
        warnings: [],
      },
    ],
  });
  const toolset = await createToolset({ dialect: 'gemini', session: { workdir: project.root, readOnly: true } });

  expect(await ask(model, toolset, 'What is the answer?')).toBe('42');

  const [first, second] = model.doGenerateCalls;
  expect(first?.tools?.map(({ name }) => name)).toEqual(['list_directory', 'read_file', 'glob', 'search_file_content']);
  expect(second?.prompt.at(-1)).toMatchObject({
    role: 'tool',
    content: [
      { toolCallId: 'read', output: { type: 'content', value: [{ type: 'text', text: 'the answer is 42\n' }] } },
      { toolCallId: 'lost', output: { type: 'error-text', value: `File not found: ${project.file}.lost` } },
    ],
  });
  await toolset.close();
});
