// An agent of the Claude Agent SDK, with these tools in place of its own, answers a question about the directory it is
// started in:
//   ANTHROPIC_API_KEY=… node claude-agent-sdk.ts 'What does this project do?'
import { query } from '@anthropic-ai/claude-agent-sdk';
import { createToolset } from '@dragoman/dialects';
import { claudeAgentServer } from '@dragoman/dialects/claude-agent-sdk';
import { inputs } from '@dragoman/dialects/schemas';

const toolset = await createToolset({ dialect: 'claude-code', session: { workdir: process.cwd(), readOnly: true } });
const messages = query({
  prompt: process.argv[2] ?? 'What does this project do?',
  options: {
    model: 'claude-sonnet-5-5',
    mcpServers: { dragoman: claudeAgentServer(toolset) },
    allowedTools: ['mcp__dragoman'],
    tools: [],
  },
});
for await (const message of messages) {
  if ('result' in message) console.log(message.result);
  for (const block of message.type === 'assistant' ? message.message.content : []) {
    if (block.type !== 'tool_use' || block.name !== 'mcp__dragoman__Read') continue;
    const args = inputs['claude-code'].Read.safeParse(block.input);
    console.error('It reads', args.data?.file_path);
  }
}
await toolset.close();
