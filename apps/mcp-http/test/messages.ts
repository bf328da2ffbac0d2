/** Parts of a request besides its message. */
export interface RequestParts {
  readonly token?: string;
  readonly session?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The message of the answer; the last one of a stream. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
  readonly body: any;
}

/** Sends one message to an endpoint. */
export async function send(
  url: string,
  message: unknown,
  { token, session, headers = {} }: RequestParts = {},
): Promise<HttpAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(session !== undefined && { 'mcp-session-id': session }),
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  return answeredBy(response);
}

export async function answeredBy(response: Response): Promise<HttpAnswer> {
  const text = await response.text();
  const { status, headers } = response;
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data);
  const last = headers.get('content-type') === 'text/event-stream' ? events.at(-1) : text;
  return { status, headers, text, body: last === undefined || last === '' ? undefined : JSON.parse(last) };
}

export function initialize(client = 'test', protocolVersion = '2025-11-25') {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: client, version: '1' } };
  return { jsonrpc: '2.0', id: 1, method: 'initialize', params };
}

/** Begins a session and returns its id. */
export async function openSession(url: string, token: string, client = 'test', revision?: string): Promise<string> {
  const { headers, text } = await send(url, initialize(client, revision), { token });
  const id = headers.get('mcp-session-id');
  if (id === null) throw new Error(text);
  return id;
}

export function call(name: string, args: unknown, id: number | string = 2) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

const VERSION = '2026-07-28';

/** A request of the revision without a handshake, with the headers that go with it. */
export function modern(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  { client = 'test', meta = {} }: { readonly client?: string; readonly meta?: Readonly<Record<string, unknown>> } = {},
) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: client, version: '1' },
    ...meta,
  };
  const message = { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta } };
  const headers: Record<string, string> = { 'mcp-protocol-version': VERSION, 'mcp-method': method };
  if (typeof params.name === 'string') headers['mcp-name'] = params.name;
  return { message, headers };
}

/** Calls a tool without a handshake. */
export function sendModern(
  url: string,
  request: ReturnType<typeof modern>,
  { headers = {}, ...sending }: RequestParts = {},
): Promise<HttpAnswer> {
  return send(url, request.message, { ...sending, headers: { ...request.headers, ...headers } });
}
