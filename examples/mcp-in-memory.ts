// Dragoman's tools behind an MCP server inside one's own process, with a client on the SDK's in-memory transport:
//   node mcp-in-memory.ts
import { pathToFileURL } from 'node:url';
import { createToolset, type Toolset } from '@dragoman/dialects';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  CallToolResultSchema,
  ListToolsRequestSchema,
  ListToolsResultSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** An MCP server over a toolset, for whichever transport; closing it closes the toolset. */
export function mcpServer(toolset: Toolset): Server {
  const server = new Server({ name: 'my-agent', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ListToolsResultSchema.parse({ tools: toolset.tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) =>
    CallToolResultSchema.parse(await toolset.call(params.name, params.arguments ?? {}, { signal })),
  );
  server.onclose = () => void toolset.close();
  return server;
}

/** A client that is already talking to a server over `toolset`. */
export async function connectedClient(toolset: Toolset): Promise<Client> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'my-agent', version: '1.0.0' });
  await Promise.all([mcpServer(toolset).connect(there), client.connect(here)]);
  return client;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const toolset = await createToolset({ dialect: 'editor', session: { workdir: process.cwd(), dryRun: true } });
  const client = await connectedClient(toolset);
  const { content } = await client.callTool({
    name: 'create_file',
    arguments: { path: 'hello.txt', content: 'hello\n' },
  });
  console.log(content);
  await client.close();
}
