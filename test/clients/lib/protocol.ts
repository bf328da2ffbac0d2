/** A tool as a client offers it to its model. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** Schema of the arguments, where the protocol calls it so. */
  readonly parameters?: unknown;
}

/** One call by the model; the tool has the name that the server gives it. */
export interface Call {
  readonly tool: string;
  /** True for a tool of the client, by its own name. */
  readonly isOwn?: true;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface ShownImage {
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

/** Result of one call as a client shows it to its model. */
export interface ShownResult {
  /** All text, the client's own words around it included; parts are a line apart. */
  readonly text: string;
  readonly images: readonly ShownImage[];
}

/** One request to a model: what it is offered, and what it has been shown so far, by call. */
export interface Turn {
  readonly tools: readonly OfferedTool[];
  readonly shown: readonly ShownResult[];
}

/** Answer of a model: a call, by the name that the client gives the tool, or its last words. */
export type Reply = Call | { readonly text: string };

export interface HttpReply {
  readonly type: 'application/json' | 'text/event-stream';
  readonly body: string;
}

/** The language in which a client speaks with its model's service. */
export interface Protocol {
  /** The turn that a request to `path` asks for; null if it asks for anything else, which `answer` then answers. */
  read(path: string, body: unknown): Turn | null;
  write(reply: Reply, request: { readonly path: string; readonly turn: Turn }): HttpReply;
  /** Answers other requests, such as one for a count of tokens. */
  answer(path: string): unknown;
}

/** Server-sent events, each under the name that its `type` is, if it has one. */
export function events(...all: readonly Readonly<Record<string, unknown>>[]): HttpReply {
  const lines = all.map((event) => `${event.type ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
  return { type: 'text/event-stream', body: lines.join('') };
}
