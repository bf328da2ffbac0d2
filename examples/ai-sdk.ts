// An agent of the AI SDK that answers a question about the directory it is started in:
//   ANTHROPIC_API_KEY=… node ai-sdk.ts 'What does this project do?'
import { anthropic } from '@ai-sdk/anthropic';
import { createToolset } from '@dragoman/dialects';
import { aiTools } from '@dragoman/dialects/ai';
import { ToolLoopAgent } from 'ai';

const toolset = await createToolset({ dialect: 'claude-code', session: { workdir: process.cwd(), readOnly: true } });
const agent = new ToolLoopAgent({
  model: anthropic('claude-sonnet-5-5'),
  instructions: toolset.instructions,
  tools: aiTools(toolset),
});
const { text, steps } = await agent.generate({ prompt: process.argv[2] ?? 'What does this project do?' });
console.log(text);
for (const call of steps.flatMap(({ toolCalls }) => toolCalls)) {
  if (!call.dynamic && call.toolName === 'Read') console.error('It has read', call.input.file_path);
}
await toolset.close();
