// The tools of the Anthropic SDK's agent toolset, over files that stay exact, in place of its own implementation:
//   ANTHROPIC_API_KEY=… node anthropic-agent.ts 'What does this project do?'
import Anthropic from '@anthropic-ai/sdk';
import { createToolset } from '@dragoman/dialects';
import { anthropicTools } from '@dragoman/dialects/anthropic';

const toolset = await createToolset({ dialect: 'agent', session: { workdir: process.cwd() } });
const files = await toolset.call('glob', { pattern: '**/*' });
console.error('Files:', files.isError ? 0 : files._meta['dragoman/outcome'].total);

const { content } = await new Anthropic().beta.messages.toolRunner({
  model: 'claude-sonnet-5-5',
  max_tokens: 8192,
  system: toolset.instructions,
  messages: [{ role: 'user', content: process.argv[2] ?? 'What does this project do?' }],
  tools: anthropicTools(toolset),
});
console.log(content.map((block) => (block.type === 'text' ? block.text : '')).join(''));
await toolset.close();
