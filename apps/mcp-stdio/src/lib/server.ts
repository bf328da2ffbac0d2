import type { Toolset } from '@dragoman/dialects';
import type { Options } from '@dragoman/tools/options';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { CallSlots } from './call-slots.ts';
import { dialectOf } from './client-dialect.ts';
import { createClientLog } from './client-log.ts';
import { createClientRoots } from './client-roots.ts';
import type { DirectHandlers, RequestHandler } from './direct-handlers.ts';
import { instructionsFor } from './instructions.ts';
import type { SharedLog } from './log.ts';
import { progressReporter } from './progress.ts';
import { demandFirstPage, metaOf, type RequestMeta, toolCallFrom } from './requests.ts';
import { VERSION } from './version.ts';
import type { Workspace } from './workspace.ts';

export interface ServerParts {
  readonly options: Options;
  readonly workspace: Workspace;
  readonly slots: CallSlots;
  readonly shared: SharedLog;
}

/** An MCP server, and what it handles itself of the messages to it. */
export interface ServerWithHandlers {
  readonly server: Server;
  readonly handlers: DirectHandlers;
}

/** The MCP server for one session: lists its tools and calls them. */
export function createServer({ options, workspace, slots, shared }: ServerParts): ServerWithHandlers {
  const { log } = shared;
  const server = new Server(
    { name: 'dragoman', title: 'Dragoman', version: VERSION },
    { capabilities: { tools: {}, logging: {} }, instructions: instructionsFor(options) },
  );
  const clientLog = createClientLog(server);
  shared.add(clientLog.log);
  const roots = createClientRoots(server, workspace, log);

  const toolsetFor = async (meta: RequestMeta): Promise<Toolset> => {
    await roots.settled();
    return workspace.toolsetFor(dialectOf(options.dialect, meta, server.getClientVersion()?.name));
  };
  const listTools: RequestHandler = async (params) => {
    demandFirstPage(params);
    return { tools: (await toolsetFor(metaOf(params))).tools };
  };
  const callTool: RequestHandler = async (params, { signal, notify }) => {
    const { name, args } = toolCallFrom(params);
    const meta = metaOf(params);
    const token = meta.progressToken;
    const onProgress = token === undefined ? undefined : progressReporter(token, notify, Date.now);
    const started = Date.now();
    // The toolset is looked up when the call starts: while it waited, the roots and with them the session may change.
    const result = await slots.run(async () => {
      const toolset = await toolsetFor(meta);
      return toolset.call(name, args, { signal, ...(onProgress && { onProgress }) });
    }, signal);
    log('debug', `${name} answered`, { isError: result.isError === true, ms: Date.now() - started });
    return { ...result };
  };
  const setLevel: RequestHandler = async ({ level }) => {
    clientLog.setLevel(level);
    return {};
  };

  const requests = new Map([
    ['tools/list', listTools],
    ['tools/call', callTool],
    ['logging/setLevel', setLevel],
  ]);
  const notifications = new Map([
    ['notifications/initialized', roots.follow],
    ['notifications/roots/list_changed', roots.follow],
  ]);
  return { server, handlers: { requests, notifications } };
}
