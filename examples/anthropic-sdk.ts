// Dragoman's tools under the tool runner of the Anthropic SDK. Asks about the directory it is started in:
//   ANTHROPIC_API_KEY=… node anthropic-sdk.ts 'What does this project do?'
import { pathToFileURL } from 'node:url';
import Anthropic from '@anthropic-ai/sdk';
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import type { BetaToolResultContentBlockParam } from '@anthropic-ai/sdk/resources/beta';
import { createToolset, type ToolResult, type Toolset } from '@dragoman/dialects';

/** The toolset as tools that the runner calls; a failure is handed back to the model as such. */
export function anthropicTools(toolset: Toolset): BetaRunnableTool<unknown>[] {
  return toolset.tools.map(({ name, description, inputSchema }) => ({
    type: 'custom',
    name,
    description,
    input_schema: inputSchema,
    parse: (input) => input,
    run: async (input, context) => {
      const { signal } = context ?? {};
      const result = await toolset.call(name, input, signal ? { signal } : {});
      if (result.isError) throw new ToolError(blocksOf(result));
      return blocksOf(result);
    },
  }));
}

function blocksOf({ content }: ToolResult): BetaToolResultContentBlockParam[] {
  return content.map((block) => {
    if (block.type === 'text') return { type: 'text', text: block.text };
    const [type, data] =
      block.type === 'image' ? [block.mimeType, block.data] : [block.resource.mimeType, block.resource.blob];
    if (isShown(type)) return { type: 'image', source: { type: 'base64', media_type: type, data } };
    if (type === 'application/pdf') return { type: 'document', source: { type: 'base64', media_type: type, data } };
    return { type: 'text', text: `(a file, ${type})` };
  });
}

function isShown(type: string): type is 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' {
  return ['image/png', 'image/jpeg', 'image/gif', 'image/webp'].includes(type);
}

/** Lets a model work with the tools until it answers. */
export async function ask(client: Anthropic, toolset: Toolset, question: string): Promise<string> {
  const answer = await client.beta.messages.toolRunner({
    model: 'claude-sonnet-4-5',
    max_tokens: 4096,
    messages: [{ role: 'user', content: question }],
    tools: anthropicTools(toolset),
  });
  return answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const toolset = await createToolset({
    dialect: 'claude-code',
    session: { workdir: process.cwd(), readOnly: true },
  });
  console.log(await ask(new Anthropic(), toolset, process.argv[2] ?? 'What does this project do?'));
  await toolset.close();
}
