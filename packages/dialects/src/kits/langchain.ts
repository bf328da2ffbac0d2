import type { ContentBlock } from '@dragoman/formatters';
import { ToolMessage } from '@langchain/core/messages';
import { type StructuredToolInterface, type ToolRunnableConfig, tool } from '@langchain/core/tools';
import type { Toolset } from '../lib/toolset.ts';
import { mediaOf } from './shown-result.ts';

/** The tools of a toolset for LangChain: `createAgent({ model, tools: langchainTools(toolset) })`. */
export function langchainTools(toolset: Toolset): StructuredToolInterface[] {
  return toolset.tools.map(({ name, description, inputSchema }) =>
    tool(
      async (args: unknown, { signal, toolCall }: ToolRunnableConfig) => {
        const { content, isError } = await toolset.call(name, args, { signal });
        const status = isError ? 'error' : 'success';
        return new ToolMessage({ content: content.map(part), status, name, tool_call_id: toolCall?.id ?? '' });
      },
      { name, description, schema: { ...inputSchema } },
    ),
  );
}

function part(block: ContentBlock) {
  if (block.type === 'text') return { type: 'text' as const, text: block.text };
  const { mimeType, data } = mediaOf(block);
  return { type: block.type === 'image' ? ('image' as const) : ('file' as const), mimeType, data };
}
