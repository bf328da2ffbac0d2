import { events, type HttpReply, type OfferedTool, type Protocol, type ShownResult } from './protocol.ts';

interface Part {
  readonly functionResponse?: {
    readonly response: { readonly output?: string; readonly error?: string };
    readonly parts?: readonly Part[];
  };
  readonly inlineData?: { readonly mimeType: string; readonly data: string };
}

interface Request {
  readonly contents: readonly { readonly parts?: readonly Part[] }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly OfferedTool[] }[];
}

/** Gemini's API, streamed and whole. */
export const geminiGenerateContent: Protocol = {
  read(path, body) {
    if (!/:(?:streamG|g)enerateContent/.test(path)) return null;
    const { contents, tools = [] } = body as Request;
    return {
      tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations),
      shown: contents.flatMap(({ parts = [] }) => shownIn(parts)),
    };
  },

  write(reply, { path }): HttpReply {
    const part = 'tool' in reply ? { functionCall: { name: reply.tool, args: reply.args } } : { text: reply.text };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    const content = { role: 'model', parts: [part] };
    const answer = { candidates: [{ index: 0, content, finishReason: 'STOP' }], usageMetadata };
    if (path.includes(':stream')) return events(answer);
    return { type: 'application/json', body: JSON.stringify(answer) };
  },

  answer: () => ({ totalTokens: 1 }),
};

/** Images stand within the answer of a function or, for older models, after it. */
function shownIn(parts: readonly Part[]): ShownResult[] {
  const responses = parts.flatMap(({ functionResponse }) => functionResponse ?? []);
  return responses.map(({ response, parts: within = [] }) => ({
    text: response.output ?? response.error ?? '',
    images: [...within, ...parts].flatMap(({ inlineData }) => inlineData ?? []),
  }));
}
