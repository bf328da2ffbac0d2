import { resourceSentence } from '@dragoman/formatters/internal/pieces';
import { type Failure, ToolError } from '@dragoman/fs-core';
import { takeToolset } from '../call-start.ts';
import { isFields } from '../messages.ts';
import type { Method, RequestContext } from '../method.ts';
import { assertFirstPage } from '../params.ts';
import { ErrorCode, protocolError, ResourceErrorCode } from '../protocol-error.ts';
import type { ServiceParts } from '../service-parts.ts';
import type { ResourceRequest } from './resource-handle.ts';
import { isUri } from './resource-uri.ts';

/** Capabilities of a server that has resources. Claude Code and the SDK look for directories in that extension. */
export const RESOURCE_CAPABILITIES = {
  resources: {},
  completions: {},
  extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
};

/** True for a method that works in a session as a call of a tool does. */
export function worksInSession(method: string): boolean {
  return method === 'tools/call' || ASKING.has(method);
}

const ASKING: ReadonlySet<string> = new Set([
  'resources/list',
  'resources/read',
  'resources/directory/read',
  'completion/complete',
]);

const TEMPLATE = 'file:///{+path}';

/** Milliseconds that clients may keep a result in the modern revisions; only completions say nothing of that. */
const TTL_MS: Readonly<Record<string, number>> = {
  'resources/list': 5000,
  'resources/templates/list': 60_000,
  'resources/read': 0,
  'resources/directory/read': 0,
  'skills/list': 60_000,
};

type Era = 'legacy' | 'modern';

/** The methods of resources and completion. The eras differ in the code for what is not there, and in caching. */
export function resourceMethods(parts: ServiceParts, era: Era): readonly [string, Method][] {
  const ask = asking(parts, era);
  const methods: [string, Method][] = [
    [
      'resources/list',
      (params, context) => {
        assertFirstPage(params);
        return ask({ kind: 'list' }, { params, context });
      },
    ],
    [
      'resources/templates/list',
      (params) => {
        assertFirstPage(params);
        return { resourceTemplates: [{ uriTemplate: TEMPLATE, name: 'file' }] };
      },
    ],
    ['resources/read', (params, context) => ask({ kind: 'read', uri: uriIn(params) }, { params, context })],
    [
      'resources/directory/read',
      (params, context) => {
        const request = { kind: 'directory', uri: uriIn(params), cursor: cursorIn(params) } as const;
        return ask(request, { params, context });
      },
    ],
    [
      'completion/complete',
      (params, context) => {
        const typed = typedIn(params);
        if (typed === null) return { completion: { values: [], hasMore: false } };
        return ask({ kind: 'complete', typed }, { params, context });
      },
    ],
    ['skills/list', () => ({ skills: [] })],
    [
      'skills/get',
      () => {
        throw protocolError(ErrorCode.InvalidParams, 'There are no skills');
      },
    ],
  ];
  return era === 'legacy' ? methods : methods.map(([name, method]) => [name, cached(name, method)]);
}

function cached(name: string, method: Method): Method {
  const ttlMs = TTL_MS[name];
  if (ttlMs === undefined) return method;
  return async (params, context) => ({ ttlMs, cacheScope: 'private', ...(await method(params, context)) });
}

interface MethodCall {
  readonly params: Parameters<Method>[0];
  readonly context: RequestContext;
}

/** Asks the session's handle, in a slot like a call's, and words its failures. */
function asking(parts: ServiceParts, era: Era): (request: ResourceRequest, call: MethodCall) => Promise<object> {
  return async (request, { params, context }) => {
    const { toolset } = await takeToolset(parts, params, context);
    try {
      return await toolset.resource(request, { signal: context.signal });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      throw refusal(error.failure, request, era);
    }
  };
}

function refusal(failure: Failure, request: ResourceRequest, era: Era): Error {
  const uri = 'uri' in request ? request.uri : '';
  const { code, ...details } = failure;
  const data = { ...(uri !== '' && { uri }), code, ...details };
  return protocolError(codeOf(failure, request, era), resourceSentence(failure, uri), data);
}

/** Clients show the words of a server error, and for other codes words of their own. */
function codeOf({ code }: Failure, { kind }: ResourceRequest, era: Era): number {
  if (kind === 'directory' && NO_DIRECTORY.has(code)) return ErrorCode.InvalidParams;
  if (code !== 'NOT_FOUND') return ResourceErrorCode.Failed;
  return era === 'legacy' ? ResourceErrorCode.NotFound : ErrorCode.InvalidParams;
}

/** Failures by which what was named is no directory that may be read, or the cursor none of it. */
const NO_DIRECTORY: ReadonlySet<Failure['code']> = new Set([
  'NOT_FOUND',
  'NOT_DIRECTORY',
  'ACCESS_DENIED',
  'UNSUPPORTED_FILE',
  'INVALID_ARGUMENT',
]);

function uriIn({ uri }: MethodCall['params']): string {
  if (typeof uri !== 'string' || !isUri(uri)) throw protocolError(ErrorCode.InvalidParams, 'params.uri must be a URI');
  return uri;
}

function cursorIn({ cursor = null }: MethodCall['params']): string | null {
  if (cursor === null || typeof cursor === 'string') return cursor;
  throw protocolError(ErrorCode.InvalidParams, 'params.cursor must be a string');
}

/** The beginning of a path; null for an argument that the template does not have. */
function typedIn({ ref, argument }: MethodCall['params']): string | null {
  if (!isFields(ref) || ref.type !== 'ref/resource' || ref.uri !== TEMPLATE)
    throw protocolError(ErrorCode.InvalidParams, `params.ref must name the template ${TEMPLATE}`);
  if (!isFields(argument) || typeof argument.name !== 'string' || typeof argument.value !== 'string')
    throw protocolError(ErrorCode.InvalidParams, 'params.argument must have a name and a value');
  return argument.name === 'path' ? argument.value : null;
}
