// An agent of LangChain that answers a question about the directory it is started in:
//   ANTHROPIC_API_KEY=… node langchain.ts 'What does this project do?'
import { createToolset } from '@dragoman/dialects';
import { langchainTools } from '@dragoman/dialects/langchain';
import { createAgent } from 'langchain';

const toolset = await createToolset({ dialect: 'claude-code', session: { workdir: process.cwd(), readOnly: true } });
const tools = langchainTools(toolset);
const glob = tools.find((tool) => tool.name === 'Glob');
const listing = await glob?.invoke({ pattern: '*' });
const agent = createAgent({
  model: 'anthropic:claude-sonnet-5-5',
  systemPrompt: `${toolset.instructions}\n\nWhat lies in it:\n${listing?.text}`,
  tools,
});
const { messages } = await agent.invoke({ messages: process.argv[2] ?? 'What does this project do?' });
console.log(messages.at(-1)?.text);
await toolset.close();
