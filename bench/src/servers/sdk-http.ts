import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

// The smallest server of the SDK: one tool, which does nothing.

function nothing(): Server {
  const server = new Server({ name: 'nothing', version: '0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/call', () => ({ content: [{ type: 'text', text: 'done' }] }));
  return server;
}

// Its own type demands what an optional member may lack.
const handle = toNodeHandler(createMcpHandler(nothing)) as (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer({ keepAliveTimeout: 75_000 }, handle);
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`),
);
