import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type ServerProcess, type StartOptions, start } from '@dragoman/testing';

/** A message as it lay on the pipe. */
export interface RawMessage {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A server spoken to in bytes: whatever a client could send, well-formed or not. */
export interface RawServer extends ServerProcess {
  write(bytes: string | Uint8Array): Promise<void>;
  /** Writes a message and its newline. */
  send(message: unknown): Promise<void>;
  /** Writes messages in one piece. */
  sendAll(messages: readonly unknown[]): Promise<void>;
  /** Resources that the process takes now, in bytes and descriptors; null if the system does not tell. */
  usage(): { readonly memory: number; readonly descriptors: number } | null;
  /** The next message from the server; fails when it ends instead. */
  next(): Promise<RawMessage>;
}

export function startRaw(options: StartOptions = {}): RawServer {
  const server = start(options);
  const lines = createInterface({ input: server.process.stdout })[Symbol.asyncIterator]();
  const write = (bytes: string | Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      server.process.stdin.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  return {
    ...server,
    get log() {
      return server.log;
    },
    write,
    send: (message) => write(`${JSON.stringify(message)}\n`),
    sendAll: (messages) => write(messages.map((message) => `${JSON.stringify(message)}\n`).join('')),
    usage: () => usageOf(server.process.pid),
    async next() {
      const line = await lines.next();
      if (line.done) throw new Error(`The server ended: ${server.log}`);
      return JSON.parse(line.value);
    },
  };
}

/** A `tools/call` request. */
export function callOf(id: string | number, name: string, args: Record<string, unknown>): Record<string, unknown> {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

function usageOf(pid: number | undefined): ReturnType<RawServer['usage']> {
  const home = `/proc/${pid}`;
  if (!existsSync(home)) return null;
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`${home}/status`, 'utf8')) ?? [];
  return { memory: Number(kilobytes) * 1024, descriptors: readdirSync(`${home}/fd`).length };
}
