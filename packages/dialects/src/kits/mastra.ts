import type { ContentBlock } from '@dragoman/formatters';
import type { ArgumentsOf } from '../lib/arguments-of.ts';
import type { DialectName } from '../lib/registry.ts';
import type { ResultOf, ToolName } from '../lib/result-of.ts';
import type { ToolResult } from '../lib/tool-result.ts';
import type { Toolset } from '../lib/toolset.ts';
import { allText, mediaOf } from './shown-result.ts';
import { type ArgumentsSchema, standardSchema } from './standard-schema.ts';

/** A tool that an agent of Mastra takes; written out, because Mastra's own types take much room to install. */
export interface MastraTool<Args = unknown, Result extends ToolResult = ToolResult> {
  id: string;
  description: string;
  inputSchema: ArgumentsSchema<Args>;
  execute(args: Args, context: { abortSignal?: AbortSignal | undefined }): Promise<Result>;
  /** Returns the content that the model is shown. */
  toModelOutput: (result: ToolResult) => unknown;
}

/** The tools of a dialect by their names; a toolset that offers fewer lacks the others. */
export type MastraTools<Dialect extends DialectName> = {
  [Name in ToolName<Dialect>]: MastraTool<ArgumentsOf<Dialect, Name>, ResultOf<Dialect, Name>>;
};

/**
 * The tools of a toolset for Mastra: `new Agent({ id, name, instructions, model, tools: mastraTools(toolset) })`.
 * @example new Agent({ ...agent, tools: mastraTools(toolset) })
 */
export function mastraTools<Dialect extends DialectName>(toolset: Toolset<Dialect>): MastraTools<Dialect> {
  const entries = toolset.tools.map(({ name, description, inputSchema }) => {
    const tool: MastraTool = {
      id: name,
      description,
      inputSchema: standardSchema(inputSchema),
      execute: (args, { abortSignal }) => toolset.call(name, args, { signal: abortSignal }),
      toModelOutput: modelOutput,
    };
    return [name, tool] as const;
  });
  const tools: Record<string, MastraTool> = Object.fromEntries(entries);
  // Each is called as the dialect's tool of its name.
  return tools as MastraTools<Dialect>;
}

function modelOutput(result: ToolResult) {
  if (result.isError) return { type: 'error-text', value: allText(result) };
  return { type: 'content', value: result.content.map(part) };
}

function part(block: ContentBlock) {
  if (block.type === 'text') return { type: 'text', text: block.text };
  const { data, mimeType: mediaType } = mediaOf(block);
  return { type: block.type === 'image' ? 'image-data' : 'file-data', data, mediaType };
}
