import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { ErrorCode } from '@dragoman/mcp/internal/server';
import { type HttpError, SERVER_ERROR } from './answers.ts';

export interface GuardOptions {
  /** Names without port, in lower case. */
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
}

// What decides whether a request is served must not be there twice: a proxy might have looked at the other one.
const ONCE = new Set([
  'host',
  'origin',
  'authorization',
  'content-type',
  'content-length',
  'transfer-encoding',
  'mcp-session-id',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'dragoman-session',
]);

/** The refusal of a request before it is read, with its reason. */
export interface GuardRefusal extends HttpError {
  readonly reason: 'host' | 'origin' | 'headers';
}

const HOST_REFUSED: GuardRefusal = { reason: 'host', status: 403, code: SERVER_ERROR, message: 'Host not allowed' };
const ORIGIN_REFUSED: GuardRefusal = {
  ...{ reason: 'origin', status: 403, code: SERVER_ERROR },
  message: 'Origin not allowed',
};

/** Refuses a request before anything else is looked at; null if nothing is against it. */
export function guardRequest(request: IncomingMessage, { hosts, origins }: GuardOptions): GuardRefusal | null {
  const { host, origin } = request.headers;
  const name = /^(\[[\da-f:.]+\]|[^:/@?#[\]\s]+)(?::\d{1,5})?$/i.exec(host ?? '')?.[1];
  const isHost = name !== undefined && hosts.has(name.toLowerCase());
  if (origin !== undefined && !origins.has(origin) && !(isHost && isOwn(origin, host))) return ORIGIN_REFUSED;
  if (!isHost) return HOST_REFUSED;
  const twice = repeatedHeader(request.rawHeaders);
  if (twice === 'host') return HOST_REFUSED;
  if (twice === 'origin') return ORIGIN_REFUSED;
  if (twice !== null) return badRequest(`Header ${twice} must be there once`);
  // Proxies of that version do not know chunks, and may have seen another body.
  if (request.httpVersion === '1.0' && request.headers['transfer-encoding'] !== undefined)
    return badRequest('Header transfer-encoding needs HTTP/1.1');
  return null;
}

function badRequest(message: string): GuardRefusal {
  return { reason: 'headers', status: 400, code: ErrorCode.InvalidRequest, message };
}

/** The server's own origin, if its name was found good: no other page can claim it then. */
function isOwn(origin: string, host: string | undefined): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

function repeatedHeader(raw: readonly string[]): string | null {
  const seen = new Set<string>();
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    if (!ONCE.has(name)) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return null;
}

/** Headers that let the scripts of an allowed page see an answer. */
export function corsHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  const { origin } = request.headers;
  if (origin === undefined) return {};
  return {
    'access-control-allow-origin': origin,
    vary: 'Origin',
    'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate, Retry-After',
  };
}

/** Headers that a browser asks for before it sends the request of a page. */
export function preflightHeaders(): OutgoingHttpHeaders {
  return {
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers':
      'Authorization, Content-Type, Accept, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Dragoman-Session',
    'access-control-max-age': '600',
  };
}
