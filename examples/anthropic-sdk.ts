// The tool runner of the Anthropic SDK answers a question about the directory it is started in:
//   ANTHROPIC_API_KEY=… node anthropic-sdk.ts 'What does this project do?'
import Anthropic from '@anthropic-ai/sdk';
import { createToolset } from '@dragoman/dialects';
import { anthropicTools } from '@dragoman/dialects/anthropic';

const toolset = await createToolset({ dialect: 'claude-code', session: { workdir: process.cwd(), readOnly: true } });
const tools = anthropicTools(toolset);
for (const tool of tools) {
  if (tool.name !== 'Read') continue;
  const { run } = tool;
  tool.run = (args, context) => {
    console.error('It reads', args.file_path);
    return run(args, context);
  };
}
const { content } = await new Anthropic().beta.messages.toolRunner({
  model: 'claude-sonnet-5-5',
  max_tokens: 8192,
  system: toolset.instructions,
  messages: [{ role: 'user', content: process.argv[2] ?? 'What does this project do?' }],
  tools,
});
console.log(content.map((block) => (block.type === 'text' ? block.text : '')).join(''));
await toolset.close();
