// Dragoman's tools as function tools of OpenAI's SDK. Asks about the directory it is started in:
//   OPENAI_API_KEY=… node openai.ts 'What does this project do?'
import { pathToFileURL } from 'node:url';
import { createToolset, type Toolset } from '@dragoman/dialects';
import OpenAI from 'openai';
import type { RunnableToolFunctionWithParse } from 'openai/lib/RunnableFunction';

/** The toolset as functions that `runTools` calls. Their answers are text: the interface has no images or files there. */
export function openaiTools(toolset: Toolset): RunnableToolFunctionWithParse<object>[] {
  return toolset.tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: {
      name,
      description,
      parameters: inputSchema,
      parse: (input) => JSON.parse(input),
      function: async (args, runner) => {
        const { content } = await toolset.call(name, args, { signal: runner.controller.signal });
        return content.map((block) => (block.type === 'text' ? block.text : `(${block.type})`)).join('\n');
      },
    },
  }));
}

/** Lets a model work with the tools until it answers. */
export async function ask(client: OpenAI, toolset: Toolset, question: string): Promise<string> {
  const runner = client.chat.completions.runTools({
    model: 'gpt-5.1',
    messages: [{ role: 'user', content: question }],
    tools: openaiTools(toolset),
  });
  return (await runner.finalContent()) ?? '';
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const toolset = await createToolset({ dialect: 'editor', session: { workdir: process.cwd(), readOnly: true } });
  console.log(await ask(new OpenAI(), toolset, process.argv[2] ?? 'What does this project do?'));
  await toolset.close();
}
