import { createToolset, dialectFor } from '@dragoman/dialects';
import type { ConnectOptions } from '@dragoman/testing';
import { sessionOptionsOf } from '@dragoman/tools/options';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { readCommandLine } from '../src/lib/command-line.ts';

export const IS_PROCESS = false;

/** Stands in for `connect.ts` where tests run over the sources in their own process. */
export async function connect({
  args = [],
  cwd = process.cwd(),
  env = {},
  clientName: client = 'test',
}: ConnectOptions = {}) {
  const command = readCommandLine(args, env, () => cwd);
  if (command.kind !== 'serve') throw new Error('Nothing to serve');
  const { dialect } = command.options;
  const toolset = await createToolset({
    dialect: dialect === 'auto' ? dialectFor(client) : dialect,
    session: sessionOptionsOf(command.options),
  });
  return {
    process: { pid: process.pid },
    client: { listTools: async () => ({ tools: toolset.tools }) },
    async call(name: string, input: Readonly<Record<string, unknown>> = {}): Promise<CallToolResult> {
      const result = await toolset.call(name, JSON.parse(JSON.stringify(input)), { client });
      return JSON.parse(JSON.stringify(result));
    },
    [Symbol.asyncDispose]: () => toolset.close(),
  };
}
