import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';

// What Node itself takes to serve one message over HTTP: it is parsed, and answered.
const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    const { id } = text === '' ? { id: null } : (JSON.parse(text) as { readonly id: unknown });
    const bytes = Buffer.from(
      JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'done' }] } }),
    );
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
    response.end(bytes);
  });
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`),
);
