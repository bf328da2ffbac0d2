// Dragoman's tools as LangChain tools, under any chat model that calls tools.
import type { ContentBlock, Toolset } from '@dragoman/dialects';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { type StructuredToolInterface, type ToolRunnableConfig, tool } from '@langchain/core/tools';

/** The toolset as LangChain tools; a failure is a message with the status `error`, for the model to read. */
export function langchainTools(toolset: Toolset): StructuredToolInterface[] {
  return toolset.tools.map(({ name, description, inputSchema }) =>
    tool(
      async (input: unknown, { signal, toolCall }: ToolRunnableConfig) => {
        const { content, isError } = await toolset.call(name, input, signal ? { signal } : {});
        const blocks = content.map(messagePart);
        const status = isError ? 'error' : 'success';
        return new ToolMessage({ content: blocks, status, name, tool_call_id: toolCall?.id ?? '' });
      },
      { name, description, schema: inputSchema },
    ),
  );
}

function messagePart(block: ContentBlock) {
  if (block.type === 'text') return { type: 'text' as const, text: block.text };
  const [type, data] =
    block.type === 'image' ? [block.mimeType, block.data] : [block.resource.mimeType, block.resource.blob];
  return { type: 'image_url' as const, image_url: { url: `data:${type};base64,${data}` } };
}

/** Lets a model work with the tools until it answers, in twenty steps at most. */
export async function ask(model: BaseChatModel, toolset: Toolset, question: string): Promise<string> {
  const tools = langchainTools(toolset);
  const bound = model.bindTools?.(tools) ?? model;
  const messages: BaseMessage[] = [new HumanMessage(question)];
  for (let step = 0; step < 20; step++) {
    const reply = await bound.invoke(messages);
    messages.push(reply);
    const calls = reply.tool_calls ?? [];
    if (calls.length === 0) return reply.text;
    for (const call of calls) {
      const called = tools.find(({ name }) => name === call.name);
      messages.push(called ? await called.invoke({ ...call, type: 'tool_call' }) : unknownTool(call));
    }
  }
  return messages.at(-1)?.text ?? '';
}

function unknownTool({ name, id = '' }: { readonly name: string; readonly id?: string }): ToolMessage {
  return new ToolMessage({ content: `There is no tool "${name}"`, status: 'error', tool_call_id: id });
}
