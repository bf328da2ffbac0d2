import { events, type OfferedTool, type Protocol, type ShownResult } from './protocol.ts';

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly source?: { readonly media_type: string; readonly data: string };
  readonly content?: string | readonly Block[];
}

interface Request {
  readonly messages: readonly { readonly content: string | readonly Block[] }[];
  readonly tools?: readonly (Partial<OfferedTool> & { readonly name: string; readonly defer_loading?: boolean })[];
}

/** Anthropic's Messages API, streamed. */
export const anthropicMessages: Protocol = {
  read(path, body) {
    if (!/\/messages(\?|$)/.test(path)) return null;
    const { messages, tools = [] } = body as Request;
    const blocks = messages.flatMap(({ content }) => blocksOf(content));
    return {
      // A model sees of a deferred tool nothing but its name.
      tools: tools.filter((tool) => !tool.defer_loading).map(({ name, description = '' }) => ({ name, description })),
      shown: blocks.filter(({ type }) => type === 'tool_result').map(({ content = [] }) => shownIn(blocksOf(content))),
    };
  },

  write(reply, { turn }) {
    const id = `${turn.shown.length}`;
    const calls = 'tool' in reply;
    const block = calls
      ? { type: 'tool_use', id: `toolu_${id}`, name: reply.tool, input: {} }
      : { type: 'text', text: '' };
    const delta = calls
      ? { type: 'input_json_delta', partial_json: JSON.stringify(reply.args) }
      : { type: 'text_delta', text: reply.text };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const empty = { content: [], stop_reason: null, stop_sequence: null };
    return events(
      {
        type: 'message_start',
        message: { id: `msg_${id}`, type: 'message', role: 'assistant', model: 'played', ...empty, usage },
      },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: calls ? 'tool_use' : 'end_turn', stop_sequence: null }, usage },
      { type: 'message_stop' },
    );
  },

  answer: () => ({ input_tokens: 1 }),
};

function blocksOf(content: string | readonly Block[]): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function shownIn(blocks: readonly Block[]): ShownResult {
  return {
    text: blocks.flatMap(({ text }) => text ?? []).join('\n'),
    images: blocks.flatMap(({ source }) => (source ? { mimeType: source.media_type, data: source.data } : [])),
  };
}
