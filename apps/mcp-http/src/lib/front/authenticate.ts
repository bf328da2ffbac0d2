import { AuthFailure } from '../who/auth-failure.ts';
import type { Principal } from '../who/principal.ts';
import type { HttpExchange, ServerContext } from './server-context.ts';

/** Returns the principal that sends a request. @throws AuthFailure */
export async function authenticate({ authenticator }: ServerContext, exchange: HttpExchange): Promise<Principal> {
  const found = authenticator.principalOf(exchange.request.headers.authorization);
  const principal = found instanceof Promise ? await found : found;
  exchange.principal = principal;
  if (!principal.scopes.has('files:read')) throw new AuthFailure('insufficient_scope');
  return principal;
}
