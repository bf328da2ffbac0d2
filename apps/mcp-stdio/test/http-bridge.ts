import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { type ServerProcess, start } from '@dragoman/testing';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

export interface HttpBridge extends AsyncDisposable {
  readonly url: string;
}

/** The built server behind HTTP, for clients that speak nothing else: each session has a process of its own. */
export async function openHttpBridge(args: readonly string[]): Promise<HttpBridge> {
  const processes: ServerProcess[] = [];
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const openSession = async (): Promise<StreamableHTTPServerTransport> => {
    const server = start({ args });
    processes.push(server);
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    transport.onmessage = (message: JSONRPCMessage) => void server.process.stdin.write(`${JSON.stringify(message)}\n`);
    createInterface({ input: server.process.stdout }).on('line', (line) => void transport.send(JSON.parse(line)));
    await transport.start();
    return transport;
  };
  const http = createServer(async (request, response) => {
    const session = sessions.get(String(request.headers['mcp-session-id'])) ?? (await openSession());
    await session.handleRequest(request, response);
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async [Symbol.asyncDispose]() {
      http.close();
      http.closeAllConnections();
      await Promise.all(processes.map((server) => server[Symbol.asyncDispose]()));
    },
  };
}
