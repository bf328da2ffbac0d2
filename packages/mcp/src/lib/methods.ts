import { dialectFor, instructionsFor, type Toolset } from '@dragoman/dialects';
import type { Log, Options } from '@dragoman/dialects/options';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { createClientLog } from './client-log.ts';
import { createClientRoots } from './client-roots.ts';
import type { DirectHandlers, RequestHandler } from './direct-handlers.ts';
import { progressReporter } from './progress.ts';
import { assertFirstPage, clientName, metaOf, protocolError, type RequestMeta } from './requests.ts';
import { VERSION } from './version.ts';
import type { Workspace } from './workspace.ts';

export interface ServerParts {
  readonly options: Options;
  readonly workspace: Workspace;
  readonly log: Log;
}

/** An MCP server, and what it handles itself of the messages to it. */
export interface ServerWithHandlers {
  readonly server: Server;
  /** Sends messages to the client. */
  readonly clientLog: Log;
  readonly handlers: DirectHandlers;
}

/** The MCP server for one session: lists its tools and calls them. */
export function createServer({ options, workspace, log }: ServerParts): ServerWithHandlers {
  const server = new Server(
    { name: 'dragoman', title: 'Dragoman', version: VERSION },
    { capabilities: { tools: {}, logging: {} }, instructions: serverInstructions(options) },
  );
  const clientLog = createClientLog(server);
  const roots = createClientRoots(server, workspace, log);

  const clientOf = (meta: RequestMeta): string => clientName(meta, server.getClientVersion()?.name);
  const toolsetFor = async (client: string): Promise<Toolset> => {
    await roots.changing();
    return workspace.toolsetFor(options.dialect === 'auto' ? dialectFor(client) : options.dialect);
  };
  const listTools: RequestHandler = async (params) => {
    assertFirstPage(params);
    return { tools: (await toolsetFor(clientOf(metaOf(params)))).tools };
  };
  const callTool: RequestHandler = async (params, { signal, notify }) => {
    const { name, arguments: args } = params;
    if (typeof name !== 'string') throw protocolError(ErrorCode.InvalidParams, 'params.name must be a string');
    const meta = metaOf(params);
    const token = meta.progressToken;
    const onProgress = token === undefined ? undefined : progressReporter(token, notify, Date.now);
    const started = Date.now();
    const client = clientOf(meta);
    const toolset = await toolsetFor(client);
    const result = await toolset.call(name, args, { signal, onProgress, client });
    log('debug', `${name} answered`, { isError: result.isError === true, ms: Date.now() - started });
    return result;
  };
  const setLevel: RequestHandler = async ({ level }) => {
    clientLog.setLevel(level);
    return {};
  };

  const requests = new Map([
    ['tools/list', listTools],
    ['logging/setLevel', setLevel],
  ]);
  const calls = new Map([['tools/call', callTool]]);
  const notifications = new Map([
    ['notifications/initialized', roots.follow],
    ['notifications/roots/list_changed', roots.follow],
  ]);
  return { server, clientLog: clientLog.log, handlers: { requests, calls, notifications } };
}

/** What a model is told of the tools. The client has not named its roots yet, so it says where they decide. */
function serverInstructions(options: Options): string {
  const { allow: trees, roots, spelled, shell, shellTimeoutMs: timeoutMs } = options;
  return instructionsFor({
    ...options,
    trees,
    isNarrowed: roots === 'intersect',
    isMoved: spelled.workdir === undefined,
    commands: shell === 'off' ? null : { timeoutMs, isConfined: shell === 'sandboxed' },
  });
}
