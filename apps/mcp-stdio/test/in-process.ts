import { createToolset, dialectFor } from '@dragoman/dialects';
import { sessionOptionsOf } from '@dragoman/dialects/options';
import type { ConnectOptions, Spoken } from '@dragoman/testing';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { readCommandLine } from '../src/lib/command-line.ts';

/**
 * The tools that the server would offer, from the sources and in the process of the tests.
 * @throws Error if that needs a process of its own
 */
export async function connectInProcess(options: ConnectOptions): Promise<Spoken> {
  const { args = [], cwd = process.cwd(), env = {}, clientName: client = 'test', ...others } = options;
  if (Object.keys(others).length > 0) throw new Error(`Only a process of its own has ${Object.keys(others).join()}`);
  const command = readCommandLine(args, env, () => cwd);
  if (command.kind !== 'serve') throw new Error('Nothing to serve');
  const { dialect } = command.options;
  const toolset = await createToolset({
    dialect: dialect === 'auto' ? dialectFor(client) : dialect,
    session: sessionOptionsOf(command.options),
  });
  return {
    pid: process.pid,
    listTools: async () => JSON.parse(JSON.stringify(toolset.tools)),
    async call(name, input): Promise<CallToolResult> {
      const result = await toolset.call(name, JSON.parse(JSON.stringify(input)), { client });
      return JSON.parse(JSON.stringify(result));
    },
    [Symbol.asyncDispose]: () => toolset.close(),
  };
}
