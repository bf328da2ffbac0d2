import { listedTool } from '@dragoman/dialects/internal/options';
import { excerpt } from '@dragoman/fs-core/internal/kernel';
import { clientFrom } from './client.ts';
import { LISTEN, listen } from './listen.ts';
import { isLogLevel, LOG_LEVELS } from './log-levels.ts';
import type { Fields } from './messages.ts';
import type { Method } from './method.ts';
import { assertFirstPage, clientName, metaOf } from './params.ts';
import { progressReporter } from './progress.ts';
import { ErrorCode, protocolError } from './protocol-error.ts';
import { MODERN_VERSIONS, negotiated } from './revisions.ts';
import type { ServiceParts } from './service-parts.ts';
import { answersTyped, listsTypes } from './structured.ts';

/** Methods by their names. */
export interface Methods {
  /** Methods of the revisions with a handshake. */
  readonly legacy: ReadonlyMap<string, Method>;
  /** Methods of the revisions without a handshake. */
  readonly modern: ReadonlyMap<string, Method>;
  /** Goes with each result of the modern ones. */
  readonly serverInfo: Fields;
}

const CAPABILITIES = { tools: {}, logging: {} };
// A client's list changes only with the server's process or with its rights.
const CACHED = { ttlMs: 60_000, cacheScope: 'private' } as const;

export function methodsOf(parts: ServiceParts): Methods {
  const serverInfo = { name: 'dragoman', title: 'Dragoman', version: parts.version };
  const about = (client: string) => {
    const instructions = parts.instructionsFor(client);
    return instructions !== '' && { instructions };
  };
  const list = listTools(parts);
  const call = callTool(parts);
  const initialize: Method = (params, { state }) => {
    state.client = clientFrom(params);
    const protocolVersion = negotiated(state.client.protocolVersion);
    return { protocolVersion, capabilities: CAPABILITIES, serverInfo, ...about(state.client.name) };
  };
  const discover: Method = (params, { state }) => {
    const client = clientName(metaOf(params), state.client?.name);
    return { supportedVersions: MODERN_VERSIONS, capabilities: CAPABILITIES, ...about(client), ...CACHED };
  };
  return {
    serverInfo,
    legacy: new Map<string, Method>([
      ['initialize', initialize],
      ['ping', () => ({})],
      ['logging/setLevel', setLevel],
      ['tools/list', list],
      ['tools/call', call],
    ]),
    modern: new Map<string, Method>([
      ['server/discover', discover],
      ['tools/list', async (params, context) => ({ ...CACHED, ...(await list(params, context)) })],
      ['tools/call', call],
      [LISTEN, listen],
    ]),
  };
}

function listTools(parts: ServiceParts): Method {
  return async (params, { state }) => {
    assertFirstPage(params);
    const client = clientName(metaOf(params), state.client?.name);
    const toolset = await parts.toolsetFor(client);
    return { tools: toolset.tools.map((tool) => listedTool(tool, listsTypes(parts.structured, client))) };
  };
}

function callTool(parts: ServiceParts): Method {
  return async (params, { state, signal, takeSlot, notify, onWritten, log }) => {
    const { name, arguments: args } = params;
    if (typeof name !== 'string') throw protocolError(ErrorCode.InvalidParams, 'params.name must be a string');
    const meta = metaOf(params);
    const token = meta.progressToken;
    const onProgress = token === undefined ? undefined : progressReporter(token, notify, Date.now);
    const client = clientName(meta, state.client?.name);
    // No slot is held for the roots of the client or for code: a burst that waited there would all go on at once.
    const toolset = await parts.toolsetFor(client);
    const turn = takeSlot();
    if (turn !== null) await turn;
    // Nothing answers a request that was cancelled.
    if (signal.aborted) throw protocolError(ErrorCode.InternalError, 'Call cancelled');
    const started = Date.now();
    const structured = answersTyped(parts.structured, client, meta);
    const result = await toolset.call(name, args, { signal, onProgress, onWritten, client, structured });
    log('debug', `${excerpt(name)} answered`, { isError: result.isError === true, ms: Date.now() - started });
    return result;
  };
}

const setLevel: Method = ({ level }, { state }) => {
  if (!isLogLevel(level)) {
    throw protocolError(ErrorCode.InvalidParams, `params.level must be one of ${LOG_LEVELS.join(', ')}`);
  }
  state.logLevel = level;
  return {};
};
