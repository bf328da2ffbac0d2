// An agent with Anthropic's own tools, which its models know by their type, and a memory for the next conversation:
//   ANTHROPIC_API_KEY=… node anthropic-memory.ts 'What does this project do?'
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { createToolset } from '@dragoman/dialects';
import { anthropicTools } from '@dragoman/dialects/anthropic';

const workdir = process.cwd();
const toolset = await createToolset({
  dialect: 'text_editor',
  session: { workdir, memoryDir: join(workdir, '.memory') },
});
console.error('Its tools:', toolset.clientTools.map(({ type }) => type).join(', '));

const files = await toolset.call('str_replace_based_edit_tool', { command: 'view', path: workdir });
const listing = files.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
const { content } = await new Anthropic().beta.messages.toolRunner({
  model: 'claude-sonnet-5-5',
  max_tokens: 8192,
  system: `${toolset.instructions}\n\n${listing}`,
  messages: [{ role: 'user', content: process.argv[2] ?? 'What does this project do?' }],
  tools: anthropicTools(toolset),
});
console.log(content.map((block) => (block.type === 'text' ? block.text : '')).join(''));
await toolset.close();
