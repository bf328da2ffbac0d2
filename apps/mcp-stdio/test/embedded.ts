import { createToolset } from '@dragoman/dialects';
import { sessionOptionsOf } from '@dragoman/tools/options';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { dialectOf } from '../src/lib/client-dialect.ts';
import { readCommandLine } from '../src/lib/command-line.ts';
import type { ConnectOptions } from './connect.ts';

export const IS_PROCESS = false;

/** Stands in for `connect.ts` where tests run over the sources in their own process. */
export async function connect({ args = [], cwd = process.cwd(), env = {}, clientName }: ConnectOptions = {}) {
  const command = readCommandLine(args, env, () => cwd);
  if (command.kind !== 'serve') throw new Error('Nothing to serve');
  const toolset = await createToolset({
    dialect: dialectOf(command.options.dialect, undefined, clientName),
    session: sessionOptionsOf(command.options),
  });
  return {
    process: { pid: process.pid },
    client: { listTools: async () => ({ tools: toolset.tools }) },
    async call(name: string, input: Readonly<Record<string, unknown>> = {}): Promise<CallToolResult> {
      return JSON.parse(JSON.stringify(await toolset.call(name, JSON.parse(JSON.stringify(input)))));
    },
    [Symbol.asyncDispose]: () => toolset.close(),
  };
}
