import type { ContentBlock } from '@dragoman/formatters';
import type { Tool, ToolSet } from 'ai';
import type { ArgumentsOf } from '../lib/arguments-of.ts';
import type { DialectName } from '../lib/registry.ts';
import type { ResultOf, ToolName } from '../lib/result-of.ts';
import type { ToolResult } from '../lib/tool-result.ts';
import type { Toolset } from '../lib/toolset.ts';
import { allText, mediaOf } from './shown-result.ts';
import { standardSchema } from './standard-schema.ts';

/** The tools of a dialect by their names; a toolset that offers fewer lacks the others. */
export type AiTools<Dialect extends DialectName> = {
  [Name in ToolName<Dialect>]: Tool<ArgumentsOf<Dialect, Name>, ResultOf<Dialect, Name>>;
};

/**
 * The tools of a toolset for the AI SDK: `generateText({ model, prompt, tools: aiTools(toolset) })`.
 * @example generateText({ model, prompt: 'Make the tests pass.', tools: aiTools(toolset) })
 */
export function aiTools<Dialect extends DialectName>(toolset: Toolset<Dialect>): AiTools<Dialect> {
  const entries = toolset.tools.map(({ name, description, inputSchema }) => {
    const tool = {
      description,
      inputSchema: standardSchema(inputSchema),
      execute: (args: unknown, { abortSignal }: { abortSignal?: AbortSignal }) =>
        toolset.call(name, args, { signal: abortSignal }),
      toModelOutput: ({ output }: { output: ToolResult }) => modelOutput(output),
    };
    return [name, tool] as const;
  });
  const tools: ToolSet = Object.fromEntries(entries);
  // Each is called as the dialect's tool of its name.
  return tools as AiTools<Dialect>;
}

function modelOutput(result: ToolResult) {
  if (result.isError) return { type: 'error-text' as const, value: allText(result) };
  return { type: 'content' as const, value: result.content.map(part) };
}

function part(block: ContentBlock) {
  if (block.type === 'text') return { type: 'text' as const, text: block.text };
  const { data, mimeType: mediaType } = mediaOf(block);
  return { type: 'file' as const, data: { type: 'data' as const, data }, mediaType };
}
