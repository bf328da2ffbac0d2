import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type CallToolResult, CallToolResultSchema, type ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import { NODE } from './node-under-test.ts';
import { serverForOthers } from './server-for-others.ts';

/** The built server, as users start it. */
export const SERVER = join(import.meta.dirname, '../../../apps/mcp-stdio/dist/main.js');

export interface StartOptions {
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Added to what a process needs to run at all; nothing else is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** A command and its arguments, to which the server's own are added. */
  readonly wrapper?: readonly string[];
  /** Runs the process as another user. */
  readonly uid?: number;
}

export interface ConnectOptions extends StartOptions {
  readonly clientName?: string;
  readonly capabilities?: ClientCapabilities;
  /** Sets up what the client answers, before it is connected. */
  readonly prepare?: (client: Client) => void;
}

/** A server process with nothing said to it yet; it is gone when the test's scope ends. */
export interface ServerProcess extends AsyncDisposable {
  readonly process: ChildProcessWithoutNullStreams;
  /** Text that it wrote to stderr so far. */
  readonly log: string;
  /** Resolves when the process has ended and its pipes are empty. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

export interface Connection extends ServerProcess {
  readonly client: Client;
  /** Calls a tool and returns its result, failures included. */
  call(name: string, args?: Record<string, unknown>): Promise<CallToolResult>;
}

export function start({ args = [], cwd, env = {}, wrapper = [], uid }: StartOptions = {}): ServerProcess {
  const { PATH = '', HOME = '', SystemRoot } = process.env;
  const [command = '', ...rest] = [...wrapper, NODE, uid === undefined ? SERVER : serverForOthers(), ...args];
  const child = spawn(command, rest, {
    cwd,
    env: { PATH, HOME, ...(SystemRoot && { SystemRoot }), ...env },
    ...(uid !== undefined && { uid }),
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  return {
    process: child,
    ended,
    get log() {
      return log;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Starts the built server and a client of the SDK over its pipes. */
export async function connect(options: ConnectOptions = {}): Promise<Connection> {
  const { clientName = 'test', capabilities = {} } = options;
  const server = start(options);
  const client = new Client({ name: clientName, version: '1.0.0' }, { capabilities });
  options.prepare?.(client);
  await client.connect(transportOver(server.process));
  return {
    ...server,
    get log() {
      return server.log;
    },
    client,
    async call(name, args = {}) {
      const params = { name, arguments: args };
      // Codex does not hold results against the schemas that tools list: only its scripts are given what these describe.
      if (clientName.startsWith('codex')) return client.request({ method: 'tools/call', params }, CallToolResultSchema);
      return (await client.callTool(params)) as CallToolResult;
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** The SDK's own transport starts the process itself and hides it; tests need both. */
function transportOver(child: ChildProcessWithoutNullStreams): Transport {
  const buffer = new ReadBuffer({ maxBufferSize: Number.POSITIVE_INFINITY });
  const transport: Transport = {
    async start() {
      child.stdout.on('data', (chunk: Buffer) => {
        buffer.append(chunk);
        for (let message = buffer.readMessage(); message; message = buffer.readMessage())
          transport.onmessage?.(message);
      });
      child.once('close', () => transport.onclose?.());
    },
    async send(message) {
      if (!child.stdin.write(serializeMessage(message))) await once(child.stdin, 'drain');
    },
    async close() {
      child.stdin.end();
      transport.onclose?.();
    },
  };
  return transport;
}
