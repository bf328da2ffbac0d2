import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { Scope } from '../measure/scenario.ts';

export interface HttpServer {
  readonly pid: number;
  /** Address of the endpoint. */
  readonly url: string;
}

/** Starts a program that says in one line where it listens, until the scope ends. */
export async function startHttpServer(scope: Scope, args: readonly string[]): Promise<HttpServer> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, args, { env: { PATH, HOME }, stdio: ['ignore', 'pipe', 'inherit'] });
  scope.use({ [Symbol.dispose]: () => void child.kill('SIGKILL') });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { pid: child.pid ?? -1, url };
}

const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '0' },
};

/**
 * Calls a tool and resolves with the body of the response.
 * @throws Error if the request or the tool fails
 */
export async function callOverHttp({ url }: HttpServer, token: string, [tool, args]: readonly [string, object]) {
  const params = { name: tool, arguments: args, _meta: META };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const headers = {
    ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    ...{ 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/call', 'mcp-name': tool },
    authorization: `Bearer ${token}`,
  };
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  const isResult = response.ok && text.includes('"result"') && !text.includes('"isError":true');
  if (!isResult) throw new Error(`${response.status} ${text.slice(0, 1000)}`);
  return text;
}
