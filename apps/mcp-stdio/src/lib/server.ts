import type { Toolset } from '@dragoman/dialects';
import type { Options } from '@dragoman/tools/options';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  RootsListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { CallSlots } from './call-slots.ts';
import { dialectOf } from './client-dialect.ts';
import { instructionsFor } from './instructions.ts';
import type { Log } from './log.ts';
import { progressReporter } from './progress.ts';
import { VERSION } from './version.ts';
import type { Workspace } from './workspace.ts';

export interface ServerParts {
  readonly options: Options;
  readonly workspace: Workspace;
  readonly slots: CallSlots;
  readonly log: Log;
}

const ROOTS_TIMEOUT_MS = 3000;

/** The protocol's side of one session: which tools there are, and calls to them. */
export function createServer({ options, workspace, slots, log }: ServerParts): Server {
  const server = new Server(
    { name: 'dragoman', title: 'Dragoman', version: VERSION },
    { capabilities: { tools: {}, logging: {} }, instructions: instructionsFor(options) },
  );
  let settled = Promise.resolve();
  // A call that overtook the client's roots would reach further than they let it.
  const toolsetFor = async (meta: Readonly<Record<string, unknown>> | undefined): Promise<Toolset> => {
    await settled;
    return workspace.toolsetFor(dialectOf(options.dialect, meta, server.getClientVersion()?.name));
  };
  const followRoots = (): void => {
    if (server.getClientCapabilities()?.roots === undefined) return;
    settled = settled.then(async () => {
      try {
        const { roots } = await server.listRoots(undefined, { timeout: ROOTS_TIMEOUT_MS });
        await workspace.follow(roots.map(({ uri }) => uri));
      } catch (error) {
        log('warn', 'The client offers roots and does not list them', { reason: String(error) });
      }
    });
  };
  server.oninitialized = followRoots;
  server.setNotificationHandler(RootsListChangedNotificationSchema, followRoots);

  server.setRequestHandler(ListToolsRequestSchema, async ({ params }) => {
    const { tools } = await toolsetFor(params?._meta);
    return { tools: [...tools] };
  });

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const toolset = await toolsetFor(params._meta);
    const token = params._meta?.progressToken;
    const onProgress = token === undefined ? undefined : progressReporter(token, sendNotification, Date.now);
    const started = Date.now();
    const result = await slots.run(
      () => toolset.call(params.name, params.arguments, { signal, ...(onProgress && { onProgress }) }),
      signal,
    );
    log('debug', `${params.name} answered`, { isError: result.isError === true, ms: Date.now() - started });
    return { ...result, content: [...result.content] };
  });
  return server;
}
