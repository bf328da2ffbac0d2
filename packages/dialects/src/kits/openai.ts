import type { RunnableToolFunctionWithoutParse } from 'openai/lib/RunnableFunction';
import type { Toolset } from '../lib/toolset.ts';
import { allText } from './shown-result.ts';

/**
 * The tools of a toolset for OpenAI's SDK: `client.chat.completions.runTools({ model, messages, tools:
 * openaiTools(toolset) })`. Their answers are text: that interface has no images there.
 */
export function openaiTools(toolset: Toolset): RunnableToolFunctionWithoutParse[] {
  return toolset.tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: {
      name,
      description,
      parameters: { ...inputSchema },
      function: async (args, { controller }) => allText(await toolset.call(name, args, { signal: controller.signal })),
    },
  }));
}
