import { createSession, createToolset, type DialectName, dialectFor } from '@dragoman/dialects';
import { type Options, sessionOptionsOf } from '@dragoman/tools/options';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { VERSION } from './version.ts';

/** Serves one client over stdin and stdout until it is gone. */
export async function serve(options: Options): Promise<void> {
  const server = new Server({ name: 'dragoman', title: 'Dragoman', version: VERSION }, { capabilities: { tools: {} } });
  const session = createSession(sessionOptionsOf(options));
  const toolsetOf = (dialect: DialectName) => createToolset({ dialect, session });
  const dialect = (): DialectName =>
    options.dialect === 'auto' ? dialectFor(server.getClientVersion()?.name ?? '') : options.dialect;

  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const { tools } = await toolsetOf(dialect());
    return { tools: [...tools] };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const toolset = await toolsetOf(dialect());
    const { content, ...rest } = await toolset.call(params.name, params.arguments, { signal });
    return { ...rest, content: [...content] };
  });
  await server.connect(new StdioServerTransport());
}
