import type { Toolset } from '@dragoman/dialects';
import type { Options } from '@dragoman/tools/options';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import type { CallSlots } from './call-slots.ts';
import { dialectOf } from './client-dialect.ts';
import { createClientLog } from './client-log.ts';
import { createClientRoots } from './client-roots.ts';
import { instructionsFor } from './instructions.ts';
import type { SharedLog } from './log.ts';
import { progressReporter } from './progress.ts';
import { protocolError } from './protocol-error.ts';
import { demandFirstPage, type Extra, type Fields, toolCallFrom } from './requests.ts';
import { VERSION } from './version.ts';
import type { Workspace } from './workspace.ts';

export interface ServerParts {
  readonly options: Options;
  readonly workspace: Workspace;
  readonly slots: CallSlots;
  readonly shared: SharedLog;
}

/** The MCP server for one session: lists its tools and calls them. */
export function createServer({ options, workspace, slots, shared }: ServerParts): Server {
  const { log } = shared;
  const server = new Server(
    { name: 'dragoman', title: 'Dragoman', version: VERSION },
    { capabilities: { tools: {}, logging: {} }, instructions: instructionsFor(options) },
  );
  const clientLog = createClientLog(server);
  shared.add(clientLog.log);
  const roots = createClientRoots(server, workspace, log);
  server.oninitialized = roots.follow;
  server.fallbackNotificationHandler = async ({ method }) => {
    if (method === 'notifications/roots/list_changed') roots.follow();
  };

  const toolsetFor = async (meta: Fields | undefined): Promise<Toolset> => {
    await roots.settled();
    return workspace.toolsetFor(dialectOf(options.dialect, meta, server.getClientVersion()?.name));
  };
  const callTool = async (params: Fields, { signal, sendNotification, _meta: meta }: Extra) => {
    const { name, args } = toolCallFrom(params);
    const token = meta?.progressToken;
    const onProgress = token === undefined ? undefined : progressReporter(token, sendNotification, Date.now);
    const started = Date.now();
    // The toolset is looked up when the call starts: while it waited, the roots and with them the session may change.
    const result = await slots.run(async () => {
      const toolset = await toolsetFor(meta);
      return toolset.call(name, args, { signal, ...(onProgress && { onProgress }) });
    }, signal);
    log('debug', `${name} answered`, { isError: result.isError === true, ms: Date.now() - started });
    return { ...result };
  };

  // Handled without the SDK's schemas: it would answer misfit parameters in its own words, and check each result again.
  server.removeRequestHandler('logging/setLevel');
  server.fallbackRequestHandler = async ({ method, params = {} }, extra) => {
    switch (method) {
      case 'tools/call':
        return callTool(params, extra);
      case 'tools/list':
        demandFirstPage(params);
        return { tools: (await toolsetFor(extra._meta)).tools };
      case 'logging/setLevel':
        clientLog.setLevel(params.level);
        return {};
      default:
        throw protocolError(ErrorCode.MethodNotFound, 'Method not found');
    }
  };
  return server;
}
