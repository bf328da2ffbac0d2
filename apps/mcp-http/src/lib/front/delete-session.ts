import { answerEmpty, answerError } from './answers.ts';
import { authenticate } from './authenticate.ts';
import type { HttpExchange, ServerContext } from './desk.ts';
import { legacySessionOf } from './legacy-session.ts';

/** Ends a session that began with a handshake, as its client asks. */
export async function deleteSession(desk: ServerContext, visit: HttpExchange): Promise<void> {
  const principal = await authenticate(desk, visit);
  const session = legacySessionOf(desk, visit.request.headers, principal);
  if (session.kind === 'refused') {
    answerError(visit.response, session.error);
    return;
  }
  desk.ended.add(session.claims.random);
  await desk.sessions.end(principal, session.name);
  answerEmpty(visit.response, 200);
}
