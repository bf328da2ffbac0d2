import { Agent, request as httpRequest } from 'node:http';

export type Headers = Readonly<Record<string, string>>;

/** A message, and the headers that go with it. */
export interface Asking {
  readonly message: unknown;
  readonly headers: Headers;
}

export interface Answer {
  readonly status: number;
  readonly session: string;
  readonly text: string;
}

/** Sends messages over connections that stay open, with as little code as possible. */
export interface HttpClient extends Disposable {
  ask(asking: Asking): Promise<Answer>;
}

export function openClient(url: string, connections: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    ask: ({ message, headers }) =>
      new Promise((resolve, reject) => {
        const body = JSON.stringify(message);
        const all = { ...BASE, 'content-length': Buffer.byteLength(body), ...headers };
        const request = httpRequest(url, { method: 'POST', agent, headers: all }, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('error', reject).on('end', () => {
            const session = String(response.headers['mcp-session-id'] ?? '');
            resolve({ status: response.statusCode ?? 0, session, text });
          });
        });
        request.on('error', reject).end(body);
      }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

const BASE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const VERSION = '2026-07-28';

/** A call of a tool in the revision without a handshake. */
export function modernCall(name: string, args: object, headers: Headers = {}): Asking {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '0' },
  };
  return {
    message: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta } },
    headers: { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/call', 'mcp-name': name, ...headers },
  };
}

/** A call of a tool in a session. */
export function legacyCall(name: string, args: object, headers: Headers = {}): Asking {
  return { message: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }, headers };
}

/** What begins a session. */
export function initialize(headers: Headers = {}): Asking {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '0' } };
  return { message: { jsonrpc: '2.0', id: 1, method: 'initialize', params }, headers };
}

/** @throws Error unless the answer is a result */
export function resultIn({ status, text }: Answer): string {
  if (status === 200 && !text.includes('"isError":true') && text.includes('"result"')) return text;
  throw new Error(`${status} ${text}`);
}
