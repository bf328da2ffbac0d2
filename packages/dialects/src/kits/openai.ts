import type { RunnableToolFunctionWithParse } from 'openai/lib/RunnableFunction';
import { argumentsFrom } from '../lib/arguments.ts';
import type { ArgumentsOf } from '../lib/arguments-of.ts';
import type { DialectName } from '../lib/registry.ts';
import type { ToolName } from '../lib/result-of.ts';
import type { Toolset } from '../lib/toolset.ts';
import { allText } from './shown-result.ts';

/** A tool of a dialect, whose name determines what it takes. */
export type OpenaiTool<Dialect extends DialectName> = {
  [Name in ToolName<Dialect>]: RunnableToolFunctionWithParse<ArgumentsOf<Dialect, Name>> & { function: { name: Name } };
}[ToolName<Dialect>];

/**
 * The tools of a toolset for OpenAI's SDK: `client.chat.completions.runTools({ model, messages, tools:
 * openaiTools(toolset) })`. Their answers are text: that interface has no images there.
 * @example client.chat.completions.runTools({ ...request, tools: openaiTools(toolset) })
 */
export function openaiTools<Dialect extends DialectName>(toolset: Toolset<Dialect>): OpenaiTool<Dialect>[] {
  const tools = toolset.tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: {
      name,
      description,
      parameters: { ...inputSchema },
      parse: argumentsFrom,
      function: async (args: unknown, { controller }: { controller: AbortController }) =>
        allText(await toolset.call(name, args, { signal: controller.signal })),
    },
  }));
  // Each is called as the dialect's tool of its name.
  return tools as OpenaiTool<Dialect>[];
}
