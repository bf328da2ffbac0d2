import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

/** The smallest server of the SDK's second line: one tool, which does nothing. */
function nothing(): Server {
  const server = new Server({ name: 'nothing', version: '0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/call', () => ({ content: [{ type: 'text', text: 'done' }] }));
  return server;
}

const transports = new Map<string, NodeStreamableHTTPServerTransport>();

async function withSessions(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { 'mcp-session-id': id } = request.headers;
  const transport = transports.get(String(id)) ?? (await openSession());
  await transport.handleRequest(request, response);
}

async function openSession(): Promise<NodeStreamableHTTPServerTransport> {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => void transports.set(id, transport),
  });
  await nothing().connect(transport);
  return transport;
}

// Its own type demands what an optional member may lack.
const modern = toNodeHandler(createMcpHandler(nothing)) as (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  if (process.argv[2] === 'sessions') void withSessions(request, response);
  else modern(request, response);
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`),
);
