// An agent of OpenAI's Agents SDK answers a question about the directory it is started in, or changes files there:
//   OPENAI_API_KEY=… node openai-agents.ts 'What does this project do?'
import { createToolset, type ToolResult } from '@dragoman/dialects';
import { Agent, applyPatchTool, run, tool } from '@openai/agents';

const toolset = await createToolset({ dialect: 'codex', session: { workdir: process.cwd() } });

// The SDK's own tool for patches, which models know best, asks for one file at a time.
const change = async (operation: object) => {
  const { content, isError } = await toolset.call('apply_patch', { operation });
  return { status: isError ? 'failed' : 'completed', output: textOf(content) } as const;
};
const patches = applyPatchTool({ editor: { createFile: change, updateFile: change, deleteFile: change } });

const others = toolset.tools
  .filter(({ name }) => name !== 'apply_patch')
  .map(({ name, description, inputSchema: { properties, required = [] } }) =>
    tool({
      name,
      description,
      parameters: { type: 'object', properties, required: [...required], additionalProperties: true },
      strict: false,
      execute: async (args, _, details) => shownOf(await toolset.call(name, args, { signal: details?.signal })),
    }),
  );

const entries = await toolset.call('list_dir', { dir_path: process.cwd(), depth: 1 });
const agent = new Agent({
  name: 'Coder',
  model: 'gpt-6.1-sol',
  instructions: `${toolset.instructions}\n\n${textOf(entries.content)}`,
  tools: [patches, ...others],
});
const { finalOutput } = await run(agent, process.argv[2] ?? 'What does this project do?');
console.log(finalOutput);
await toolset.close();

type Content = ToolResult['content'];

function shownOf({ content }: ToolResult) {
  return content.map((block) => {
    if (block.type !== 'image') return { type: 'text' as const, text: textOf([block]) };
    return { type: 'image' as const, image: { data: block.data, mediaType: block.mimeType } };
  });
}

function textOf(content: Content): string {
  return content.map((block) => (block.type === 'text' ? block.text : `(${block.type})`)).join('\n');
}
