import { createToolset, dialectFor } from '@dragoman/dialects';
import { sessionOptionsOf } from '@dragoman/dialects/internal/options';
import type { ConnectOptions, DialectConnection } from '@dragoman/testing';
import type { SessionOptions } from '@dragoman/tools';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { createMemoryVolume } from '../../../packages/testing/src/memory/memory-volume.ts';
import { mirrorOf } from '../../../packages/testing/src/memory/mirror.ts';
import { readCommandLine } from '../src/lib/command-line.ts';
import { inStore } from './in-store.ts';

/** The tools that the server would offer, from the sources and in the process of the tests. */
export async function connectInProcess(options: ConnectOptions): Promise<DialectConnection> {
  const { args = [], cwd = process.cwd(), clientName: client = 'test' } = options;
  const command = readCommandLine(args, {}, () => cwd);
  if (command.kind !== 'serve') throw new Error('Nothing to serve');
  const { dialect } = command.options;
  const session = sessionOptionsOf(command.options);
  const over = await OTHER_VOLUMES[process.env.DRAGOMAN_TEST_VOLUME ?? '']?.(session);
  const toolset = await createToolset({
    dialect: dialect === 'auto' ? dialectFor(client) : dialect,
    session: over?.session ?? session,
  });
  return {
    pid: process.pid,
    listTools: async () => JSON.parse(JSON.stringify(toolset.tools)),
    async call(name, input): Promise<CallToolResult> {
      await over?.mirror.load();
      const result = await toolset.call(name, JSON.parse(JSON.stringify(input)), { client });
      await over?.mirror.store();
      return JSON.parse(JSON.stringify(result));
    },
    async [Symbol.asyncDispose]() {
      await toolset.close();
      await over?.[Symbol.asyncDispose]();
    },
  };
}

/** The same session over another volume than the disk, by the name of that. */
const OTHER_VOLUMES: Readonly<Record<string, typeof inMemory | typeof inStore>> = { memory: inMemory, object: inStore };

/** The same session over a volume in memory, which a mirror of its tree on the disk fills. */
function inMemory({ allow, deny = [], builtinDeny = true, fsync, locks, ...session }: SessionOptions) {
  const [root = session.workdir, ...others] = allow ?? [];
  if (others.length > 0) throw new Error('A volume in memory has one tree');
  const mirror = mirrorOf(root);
  mirror.load();
  const volume = createMemoryVolume({ root, deny, builtinDeny, tree: mirror.tree });
  return { mirror, session: { ...session, volume }, [Symbol.asyncDispose]: () => volume[Symbol.asyncDispose]() };
}
