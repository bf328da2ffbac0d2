import { answerEmpty, answerError } from './answers.ts';
import { authenticate } from './authenticate.ts';
import { legacySessionOf } from './legacy-session.ts';
import type { HttpExchange, ServerContext } from './server-context.ts';

/** Ends a session that began with a handshake, as its client asks. */
export async function deleteSession(context: ServerContext, exchange: HttpExchange): Promise<void> {
  const principal = await authenticate(context, exchange);
  const session = legacySessionOf(context, exchange.request.headers, principal);
  if (session.kind === 'refused') {
    answerError(exchange.response, session.error);
    return;
  }
  context.ended.add(session.claims.random);
  await context.sessions.end(principal, session.name);
  answerEmpty(exchange.response, 200);
}
