import { Agent, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { call, initialize } from './messages.ts';

/** A client that asks over connections of its own that stay open. */
export interface Client extends Disposable {
  ask(message: unknown, session?: string): Promise<Reply>;
  /** Begins a session and returns its id. */
  openSession(): Promise<string>;
  /** Calls a tool, and returns the text of its answer. @throws Error unless the tool answers */
  callTool(name: string, args: unknown, session: string): Promise<string>;
}

export interface Reply {
  readonly status: number;
  readonly session: string | undefined;
  readonly text: string;
}

interface ClientOptions {
  readonly token: string;
  readonly connections: number;
}

export function openClient(url: string, { token, connections }: ClientOptions): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask: Client['ask'] = (message, session) => {
    const body = JSON.stringify(message);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(session !== undefined && { 'mcp-session-id': session }),
    };
    return new Promise((resolve, reject) => {
      const request = httpRequest(url, { method: 'POST', agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', reject).on('end', () => {
          const id = response.headers['mcp-session-id'];
          resolve({ status: response.statusCode ?? 0, session: typeof id === 'string' ? id : undefined, text });
        });
      });
      request.on('error', reject).end(body);
    });
  };
  return {
    ask,
    async openSession() {
      const { session, text } = await ask(initialize('claude-code'));
      if (session === undefined) throw new Error(text);
      return session;
    },
    async callTool(name, args, session) {
      const { status, text } = await ask(call(name, args), session);
      const { result } = JSON.parse(text);
      if (status !== 200 || result?.isError !== undefined) throw new Error(`${status} ${text}`);
      return String(result.content[0].text);
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}

/** Connections that are closed when the test's scope ends. */
export interface Sockets extends Disposable {
  readonly all: readonly Socket[];
  /** Number of connections that the server has closed. */
  readonly closed: number;
}

/** Opens connections, on each of which `begin` then does what it likes. */
export async function openSockets(
  url: string,
  { count, begin }: { readonly count: number; readonly begin: (socket: Socket) => void },
): Promise<Sockets> {
  const { hostname, port } = new URL(url);
  let closed = 0;
  const open = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => resolve(socket));
      socket.on('error', reject).on('close', () => {
        closed += 1;
      });
    });
  const all: Socket[] = [];
  // A listening socket has room for few who wait to be let in.
  while (all.length < count)
    all.push(...(await Promise.all(Array.from({ length: Math.min(100, count - all.length) }, open))));
  for (const socket of all) begin(socket);
  return {
    all,
    get closed() {
      return closed;
    },
    [Symbol.dispose]() {
      for (const socket of all) socket.destroy();
    },
  };
}
