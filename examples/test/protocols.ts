import { anthropicMessages } from '../../test/clients/lib/anthropic-messages.ts';
import { openaiResponses } from '../../test/clients/lib/openai-responses.ts';
import type { HttpReply, Protocol, Reply, ShownResult, Turn } from '../../test/clients/lib/protocol.ts';

/** Anthropic's Messages API as it answers in one piece, and goes on with a conversation by the id of its last message. */
export function messagesInOnePiece(): Protocol {
  const turns = new Map<string, Turn>();
  return {
    ...anthropicMessages,
    read(path, body) {
      const turn = anthropicMessages.read(path, body);
      const before = turns.get((body as ContinuedThread).thread?.previous_message_id ?? '');
      return turn && before ? { tools: before.tools, shown: [...before.shown, ...turn.shown] } : turn;
    },
    write(reply, { turn }) {
      const id = `msg_${turn.shown.length}`;
      turns.set(id, turn);
      return message(id, reply);
    },
  };
}

interface ContinuedThread {
  readonly thread?: { readonly previous_message_id?: string };
}

function message(id: string, reply: Reply): HttpReply {
  const calls = 'tool' in reply;
  const block = calls
    ? { type: 'tool_use', id: `toolu_${id}`, name: reply.tool, input: reply.args }
    : { type: 'text', text: reply.text };
  return json({
    id,
    type: 'message',
    role: 'assistant',
    model: 'played',
    content: [block],
    stop_reason: calls ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  });
}

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly description: string } }[];
}

/** OpenAI's Chat Completions API. */
export const chatCompletions: Protocol = {
  read(path, body) {
    if (!path.endsWith('/chat/completions')) return null;
    const { messages, tools = [] } = body as ChatRequest;
    return { tools: tools.map(({ function: offered }) => offered), shown: messages.flatMap(shownOf) };
  },
  write(reply, { turn }) {
    const id = `call_${turn.shown.length}`;
    const calls = 'tool' in reply;
    const call = calls && {
      id,
      type: 'function',
      function: { name: reply.tool, arguments: JSON.stringify(reply.args) },
    };
    const message = { role: 'assistant', content: calls ? null : reply.text, ...(call && { tool_calls: [call] }) };
    const choice = { index: 0, finish_reason: calls ? 'tool_calls' : 'stop', message };
    return json({ id: 'chatcmpl', object: 'chat.completion', created: 0, model: 'played', choices: [choice] });
  },
  answer: () => ({}),
};

function shownOf({ role, content }: ChatRequest['messages'][number]): ShownResult[] {
  return role === 'tool' ? [{ text: content, images: [] }] : [];
}

/** OpenAI's Responses API in one piece, with the model's own tool for patches. */
export const responsesInOnePiece: Protocol = {
  ...openaiResponses,
  write(reply, { turn }) {
    const id = `${turn.shown.length}`;
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    return json({ id, object: 'response', status: 'completed', output: [responseItem(reply, id)], usage });
  },
};

function responseItem(reply: Reply, id: string): object {
  if ('text' in reply) {
    const content = [{ type: 'output_text', text: reply.text, annotations: [] }];
    return { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content };
  }
  const call = { id: `call_${id}`, call_id: `call_${id}`, status: 'completed' };
  if (reply.tool === 'apply_patch') return { ...call, type: 'apply_patch_call', operation: reply.args.operation };
  return { ...call, type: 'function_call', name: reply.tool, arguments: JSON.stringify(reply.args) };
}

function json(value: unknown): HttpReply {
  return { type: 'application/json', body: JSON.stringify(value) };
}
