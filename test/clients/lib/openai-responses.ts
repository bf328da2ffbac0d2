import { events, type OfferedTool, type Protocol, type ShownResult } from './protocol.ts';

interface OutputPart {
  readonly text?: string;
  /** A `data:` URL. */
  readonly image_url?: string;
}

type ToolOrNamespace = OfferedTool & { readonly tools?: readonly OfferedTool[] };

interface InputItem {
  readonly type: string;
  readonly output?: string | readonly OutputPart[];
  readonly tools?: readonly ToolOrNamespace[];
}

interface Request {
  readonly input: readonly InputItem[];
  readonly tools?: readonly ToolOrNamespace[];
}

/** OpenAI's Responses API, streamed. A tool in a namespace is named with it, `namespace.tool`. */
export const openaiResponses: Protocol = {
  read(path, body) {
    if (!path.endsWith('/responses')) return null;
    const { input, tools = [] } = body as Request;
    // Models that write scripts are offered their tools in the conversation.
    const offered = [...tools, ...input.flatMap((item) => item.tools ?? [])];
    return {
      tools: offered.flatMap(({ tools: within, ...tool }) =>
        within ? within.map(({ name, description }) => ({ name: `${tool.name}.${name}`, description })) : tool,
      ),
      shown: input
        .filter(({ type }) => /^(?:function|apply_patch|custom_tool)_call_output$/.test(type))
        .map(({ output = '' }) => shownIn(output)),
    };
  },

  write(reply, { turn }) {
    const id = `${turn.shown.length}`;
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    return events(
      { type: 'response.created', response: { id } },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: 'tool' in reply ? callItem(reply, id) : textItem(reply, id),
      },
      { type: 'response.completed', response: { id, usage } },
    );
  },

  answer: () => ({}),
};

/** The tool that runs a script, which is its `input`. */
export const SCRIPT_TOOL = 'functions.exec';

function callItem({ tool, args }: { tool: string; args: object }, id: string): object {
  if (tool === SCRIPT_TOOL)
    return { type: 'custom_tool_call', id: `ctc_${id}`, call_id: `call_${id}`, name: 'exec', ...args };
  const [name = '', namespace] = tool.split('.').reverse();
  const call = { name, ...(namespace && { namespace }), arguments: JSON.stringify(args) };
  return { type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, ...call };
}

function textItem({ text }: { text: string }, id: string): object {
  return { type: 'message', role: 'assistant', id: `msg_${id}`, content: [{ type: 'output_text', text }] };
}

function shownIn(output: string | readonly OutputPart[]): ShownResult {
  const parts = typeof output === 'string' ? [{ text: output }] : output;
  return {
    text: parts.flatMap(({ text }) => text ?? []).join('\n'),
    images: parts.flatMap(({ image_url = '' }: OutputPart) => {
      const [, mimeType, data] = /^data:([^;]+);base64,(.*)$/s.exec(image_url) ?? [];
      return mimeType && data ? { mimeType, data } : [];
    }),
  };
}
