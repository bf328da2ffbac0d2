import { ErrorCode } from '@dragoman/mcp/internal/server';
import { failureOf } from '@dragoman/tools/internal/session';
import { Refusal } from '../calls/refusal.ts';
import { AuthFailure } from '../who/auth-failure.ts';
import { challengeFor } from '../who/challenge.ts';
import { type HttpError, SERVER_ERROR } from './answers.ts';
import { metadataUrl } from './metadata.ts';
import { refusalOf } from './refusal-of.ts';
import type { HttpExchange, ServerContext } from './server-context.ts';

/** Answer to a request for which an error was thrown. */
export function answerTo(
  error: unknown,
  context: Pick<ServerContext, 'publicUrl' | 'watch' | 'faults'>,
  exchange: HttpExchange,
): HttpError {
  if (error instanceof AuthFailure) {
    const { reason, message } = error;
    const status = reason === 'no_token' || reason === 'invalid_token' ? 401 : 403;
    context.watch.refused(refusalOf(exchange, { reason, status }));
    const headers = { 'www-authenticate': challengeFor(error, metadataUrl(context.publicUrl())) };
    return { status, code: SERVER_ERROR, message, headers };
  }
  if (error instanceof Refusal) {
    const { status, message, retryAfterS } = error;
    context.watch.refused(refusalOf(exchange, { reason: status === 429 ? 'quota' : 'busy', status }));
    return { status, code: SERVER_ERROR, message, headers: { 'retry-after': String(retryAfterS) } };
  }
  const { message } = failureOf(error, (unexpected) => context.faults.note(unexpected, 'HTTP'));
  return { status: 500, code: ErrorCode.InternalError, message };
}
