// The tool runner of OpenAI's SDK answers a question about the directory it is started in:
//   OPENAI_API_KEY=… node openai.ts 'What does this project do?'
import { createToolset } from '@dragoman/dialects';
import { openaiTools } from '@dragoman/dialects/openai';
import OpenAI from 'openai';

const toolset = await createToolset({ dialect: 'editor', session: { workdir: process.cwd(), readOnly: true } });
const tools = openaiTools(toolset);
for (const { function: tool } of tools) {
  if (tool.name !== 'view') continue;
  const view = tool.function;
  tool.function = (args, ...rest) => {
    console.error('It reads', args.path);
    return view(args, ...rest);
  };
}
const runner = new OpenAI().chat.completions.runTools({
  model: 'gpt-6.1-sol',
  messages: [
    { role: 'developer', content: toolset.instructions },
    { role: 'user', content: process.argv[2] ?? 'What does this project do?' },
  ],
  tools,
});
console.log(await runner.finalContent());
await toolset.close();
