import type { ContentBlock } from '@dragoman/formatters';
import { ToolMessage } from '@langchain/core/messages';
import { type StructuredToolInterface, type ToolRunnableConfig, tool } from '@langchain/core/tools';
import type { ArgumentsOf } from '../lib/arguments-of.ts';
import type { ObjectSchema } from '../lib/json-schema.ts';
import type { DialectName } from '../lib/registry.ts';
import type { ToolName } from '../lib/result-of.ts';
import type { Toolset } from '../lib/toolset.ts';
import { mediaOf } from './shown-result.ts';

/** A tool of a dialect, whose name determines what it takes. */
export type LangchainTool<Dialect extends DialectName> = {
  [Name in ToolName<Dialect>]: StructuredToolInterface<ObjectSchema, ArgumentsOf<Dialect, Name>, ToolMessage> & {
    name: Name;
  };
}[ToolName<Dialect>];

/**
 * The tools of a toolset for LangChain: `createAgent({ model, tools: langchainTools(toolset) })`.
 * @example createAgent({ model, tools: langchainTools(toolset) })
 */
export function langchainTools<Dialect extends DialectName>(toolset: Toolset<Dialect>): LangchainTool<Dialect>[] {
  const tools: StructuredToolInterface[] = toolset.tools.map(({ name, description, inputSchema }) =>
    tool(
      async (args: unknown, { signal, toolCall }: ToolRunnableConfig) => {
        const { content, isError } = await toolset.call(name, args, { signal });
        const status = isError ? 'error' : 'success';
        return new ToolMessage({ content: content.map(part), status, name, tool_call_id: toolCall?.id ?? '' });
      },
      { name, description, schema: { ...inputSchema } },
    ),
  );
  // Each is called as the dialect's tool of its name.
  return tools as LangchainTool<Dialect>[];
}

function part(block: ContentBlock) {
  if (block.type === 'text') return { type: 'text' as const, text: block.text };
  const { mimeType, data } = mediaOf(block);
  return { type: block.type === 'image' ? ('image' as const) : ('file' as const), mimeType, data };
}
