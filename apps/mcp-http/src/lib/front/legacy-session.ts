import type { IncomingHttpHeaders } from 'node:http';
import type { Client } from '@dragoman/mcp/internal/server';
import type { SessionClaims } from '../sessions/session-id.ts';
import type { Principal } from '../who/principal.ts';
import { type HttpError, SERVER_ERROR } from './answers.ts';
import { headerOf, unknownVersion } from './era.ts';
import type { ServerContext } from './server-context.ts';

export type LegacySession =
  | { readonly kind: 'session'; readonly id: string; readonly name: string; readonly claims: SessionClaims }
  | { readonly kind: 'refused'; readonly error: HttpError };

// As the protocol's own software says it: a client begins anew then.
const NOT_FOUND: HttpError = { status: 404, code: -32001, message: 'Session not found' };
const NO_ID: HttpError = { status: 400, code: SERVER_ERROR, message: 'Mcp-Session-Id header is required' };

/** The session that a request names, if it is one of this principal that has not ended. */
export function legacySessionOf(
  { sessionIds, ended }: Pick<ServerContext, 'sessionIds' | 'ended'>,
  headers: IncomingHttpHeaders,
  principal: Principal,
): LegacySession {
  const id = headerOf(headers, 'mcp-session-id');
  if (id === null || id === '') return { kind: 'refused', error: NO_ID };
  const claims = sessionIds.read(id);
  if (claims === null || claims.principal !== principal.id || ended.has(claims.random))
    return { kind: 'refused', error: NOT_FOUND };
  const unknown = unknownVersion(headers);
  if (unknown !== null) return { kind: 'refused', error: unknown };
  return { kind: 'session', id, name: legacyName(claims.random), claims };
}

/** Under which its state is kept: no name that a client may give begins so. */
export function legacyName(random: string): string {
  return `id:${random}`;
}

/** Facts about the client that a session id was made for, known on every node. */
export function clientIn({ client, version }: SessionClaims): Client {
  return { name: client, version, capabilities: {}, protocolVersion: '' };
}
