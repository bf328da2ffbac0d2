// Dragoman's tools behind an MCP server inside one's own process, with a client on the SDK's in-memory transport:
//   node mcp-in-memory.ts
import { type ArgumentsOf, createToolset, type Toolset } from '@dragoman/dialects';
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
function mcpServer(toolset: Toolset): Server {
  const { instructions } = toolset;
  const server = new Server({ name: 'my-agent', version: '1.0.0' }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler(ListToolsRequestSchema, () => ListToolsResultSchema.parse({ tools: toolset.tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) =>
    CallToolResultSchema.parse(await toolset.call(params.name, params.arguments, { signal })),
  );
  server.onclose = () => void toolset.close();
  return server;
}

const toolset = await createToolset({ dialect: 'editor', session: { workdir: process.cwd() } });
const [here, there] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: 'my-agent', version: '1.0.0' });
await Promise.all([mcpServer(toolset).connect(there), client.connect(here)]);

const createFile = (args: ArgumentsOf<'editor', 'create_file'>) =>
  client.callTool({ name: 'create_file', arguments: args });
const written = await createFile({ path: 'hello.txt', content: 'hello\n' });
const refused = await createFile({ path: '../hello.txt', content: 'hello\n' });
console.log(JSON.stringify([written.content, refused.isError]));
await client.close();
