import { createRequire } from 'node:module';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';

const SERVER = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js');

/** The official server over some directories. */
export interface Official extends AsyncDisposable {
  tools(): Promise<readonly Tool[]>;
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<CallToolResult>;
}

export async function startOfficial(directories: readonly string[]): Promise<Official> {
  const client = new Client({ name: 'test', version: '0' });
  const args = [SERVER, ...directories];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  return {
    tools: async () => tools,
    call: async (name, given) => (await client.callTool({ name, arguments: { ...given } })) as CallToolResult,
    [Symbol.asyncDispose]: () => client.close(),
  };
}
