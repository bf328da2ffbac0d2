import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  CallToolResultSchema,
  ListToolsRequestSchema,
  ListToolsResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Toolset } from '../lib/toolset.ts';

/** A server in the agent's own process, as the SDK's option `mcpServers` takes it. */
export interface InProcessServer {
  type: 'sdk';
  name: string;
  instance: McpServer;
}

/**
 * The tools of a toolset for the Claude Agent SDK: `query({ prompt, options: { mcpServers: { dragoman:
 * claudeAgentServer(toolset) }, allowedTools: ['mcp__dragoman'] } })`.
 * @example query({ prompt, options: { mcpServers: { dragoman: claudeAgentServer(toolset) } } })
 */
export function claudeAgentServer(toolset: Toolset): InProcessServer {
  const { instructions } = toolset;
  const instance = new McpServer({ name: 'dragoman', version: '1.0.0' }, { capabilities: { tools: {} }, instructions });
  instance.server.setRequestHandler(ListToolsRequestSchema, () =>
    ListToolsResultSchema.parse({ tools: toolset.tools }),
  );
  instance.server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) =>
    CallToolResultSchema.parse(await toolset.call(params.name, params.arguments, { signal })),
  );
  return { type: 'sdk', name: 'dragoman', instance };
}
