// An agent of Mastra that answers a question about the directory it is started in:
//   ANTHROPIC_API_KEY=… node mastra.ts 'What does this project do?'
import { createToolset } from '@dragoman/dialects';
import { mastraTools } from '@dragoman/dialects/mastra';
import { Agent } from '@mastra/core/agent';

const toolset = await createToolset({ dialect: 'claude-code', session: { workdir: process.cwd(), readOnly: true } });
const tools = mastraTools(toolset);
const listing = await tools.Glob.execute({ pattern: '*' }, {});
console.error('Files:', listing.isError ? listing.content : listing._meta['dragoman/outcome'].total);
const agent = new Agent({
  id: 'reader',
  name: 'Reader',
  instructions: toolset.instructions,
  model: 'anthropic/claude-sonnet-5-5',
  tools,
});
const { text } = await agent.generate(process.argv[2] ?? 'What does this project do?');
console.log(text);
await toolset.close();
