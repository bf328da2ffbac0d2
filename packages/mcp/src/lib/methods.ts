import { listedTool } from '@dragoman/dialects/internal/options';
import { excerpt } from '@dragoman/fs-core/internal/kernel';
import { takeToolset } from './call-start.ts';
import { clientFrom } from './client.ts';
import { LISTEN, listen } from './listen.ts';
import { isLogLevel, LOG_LEVELS } from './log-levels.ts';
import type { Method } from './method.ts';
import { assertFirstPage, clientName, metaOf } from './params.ts';
import { progressReporter } from './progress.ts';
import { ErrorCode, protocolError } from './protocol-error.ts';
import { RESOURCE_CAPABILITIES, resourceMethods } from './resources/resource-methods.ts';
import { MODERN_VERSIONS, negotiated } from './revisions.ts';
import { introduction, SERVER_INFO } from './server-info.ts';
import { type ServiceParts, tellsMoves } from './service-parts.ts';
import { answersTyped, listsTypes } from './structured.ts';

/** Methods by their names. */
export interface Methods {
  /** Methods of the revisions with a handshake. */
  readonly legacy: ReadonlyMap<string, Method>;
  /** Methods of the revisions without a handshake. */
  readonly modern: ReadonlyMap<string, Method>;
}

// A client's list changes only with the server's process or with its rights.
const CACHED = { ttlMs: 60_000, cacheScope: 'private' } as const;

export function methodsOf(parts: ServiceParts): Methods {
  const hasResources = parts.resources === 'on';
  const capabilities = { tools: {}, logging: {}, ...(hasResources && RESOURCE_CAPABILITIES) };
  const about = (client: string) => {
    const instructions = parts.instructionsFor(client);
    return instructions !== '' && { instructions };
  };
  const list = listTools(parts);
  const call = callTool(parts);
  const initialize: Method = (params, { state }) => {
    state.client = clientFrom(params);
    const protocolVersion = negotiated(state.client.protocolVersion);
    const told = { ...capabilities, ...(tellsMoves(parts) && { resources: { listChanged: true } }) };
    return {
      protocolVersion,
      capabilities: told,
      serverInfo: introduction(parts.version),
      ...about(state.client.name),
    };
  };
  const discover: Method = (params, { state }) => {
    const client = clientName(metaOf(params), state.client?.name);
    const _meta = { [SERVER_INFO]: introduction(parts.version) };
    return { supportedVersions: MODERN_VERSIONS, capabilities, ...about(client), ...CACHED, _meta };
  };
  const resourcesIn = (era: 'legacy' | 'modern') => (hasResources ? resourceMethods(parts, era) : []);
  return {
    legacy: new Map<string, Method>([
      ['initialize', initialize],
      ['ping', () => ({})],
      ['logging/setLevel', setLevel],
      ['tools/list', list],
      ['tools/call', call],
      ...resourcesIn('legacy'),
    ]),
    modern: new Map<string, Method>([
      ['server/discover', discover],
      ['tools/list', async (params, context) => ({ ...CACHED, ...(await list(params, context)) })],
      ['tools/call', call],
      [LISTEN, listen],
      ...resourcesIn('modern'),
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
  return async (params, context) => {
    const { signal, notify, onWritten, log } = context;
    const { name, arguments: args } = params;
    if (typeof name !== 'string') throw protocolError(ErrorCode.InvalidParams, 'params.name must be a string');
    const meta = metaOf(params);
    const token = meta.progressToken;
    const onProgress = token === undefined ? undefined : progressReporter(token, notify, Date.now);
    const { toolset, client } = await takeToolset(parts, params, context);
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
