import type { RefusalRecord } from '../watch/refusals.ts';
import type { HttpExchange } from './server-context.ts';

const MAX_GIVEN = 64;

/** A refusal as logs and metrics have it: nothing of the path, the body or a token. */
export function refusalOf(
  { request, principal }: Pick<HttpExchange, 'request' | 'principal'>,
  { reason, status }: Pick<RefusalRecord, 'reason' | 'status'>,
): RefusalRecord {
  const { host, origin } = request.headers;
  const given = reason === 'host' ? host : reason === 'origin' ? origin : undefined;
  return {
    reason,
    status,
    from: request.socket.remoteAddress ?? '',
    ...(principal !== undefined && { principal: principal.name }),
    // What stands before an `@` may be a secret.
    ...(given !== undefined && { given: given.replace(/^.*@/s, '').slice(0, MAX_GIVEN) }),
  };
}
