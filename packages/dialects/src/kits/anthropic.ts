import type { BetaClientRunnableToolType, BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import type { BetaToolResultContentBlockParam } from '@anthropic-ai/sdk/resources/beta';
import type { ContentBlock } from '@dragoman/formatters';
import type { ArgumentsOf } from '../lib/arguments-of.ts';
import type { DialectName } from '../lib/registry.ts';
import type { ToolName } from '../lib/result-of.ts';
import type { Toolset } from '../lib/toolset.ts';
import { mediaOf, shownText } from './shown-result.ts';

/** A tool of a dialect, whose name determines what it takes. */
export type AnthropicTool<Dialect extends DialectName> = {
  [Name in ToolName<Dialect>]: BetaRunnableTool<ArgumentsOf<Dialect, Name>> & { name: Name };
}[ToolName<Dialect>];

/**
 * The tools of a toolset for the tool runner: `client.beta.messages.toolRunner({ …, tools: anthropicTools(toolset) })`.
 * Those that the service knows by their type, as `clientTools` has them, go without a schema.
 * @example client.beta.messages.toolRunner({ ...request, tools: anthropicTools(toolset) })
 */
export function anthropicTools<Dialect extends DialectName>(toolset: Toolset<Dialect>): AnthropicTool<Dialect>[] {
  const tools: BetaRunnableTool[] = toolset.tools.map(({ name, description, inputSchema }) => ({
    ...(knownTool(toolset, name) ?? { type: 'custom', name, description, input_schema: { ...inputSchema } }),
    parse: (args) => args,
    run: async (args, context) => {
      const { content, isError } = await toolset.call(name, args, { signal: context?.signal ?? undefined });
      const blocks = content.map(blockParam);
      // The runner tells the model that a call failed if its tool throws this.
      if (isError) throw new ToolError(blocks);
      return blocks;
    },
  }));
  // Each is called as the dialect's tool of its name.
  return tools as AnthropicTool<Dialect>[];
}

/** The tool as the service knows it; only a `custom` one comes with a description and a schema. */
function knownTool({ clientTools }: Pick<Toolset, 'clientTools'>, name: string) {
  const known = clientTools.find((tool) => tool.name === name && tool.type !== 'custom');
  return known as BetaClientRunnableToolType | undefined;
}

function blockParam(block: ContentBlock): BetaToolResultContentBlockParam {
  if (block.type === 'text') return { type: 'text', text: block.text };
  const { data, mimeType: media_type } = mediaOf(block);
  if (isShown(media_type)) return { type: 'image', source: { type: 'base64', media_type, data } };
  if (media_type === 'application/pdf') return { type: 'document', source: { type: 'base64', media_type, data } };
  return { type: 'text', text: shownText(block) };
}

function isShown(type: string): type is 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' {
  return ['image/png', 'image/jpeg', 'image/gif', 'image/webp'].includes(type);
}
