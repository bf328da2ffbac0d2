import { failureOf } from '@dragoman/dialects';
import { ErrorCode } from '@dragoman/mcp';
import { Refusal } from '../calls/refusal.ts';
import { AuthFailure } from '../who/auth-failure.ts';
import { challengeFor } from '../who/challenge.ts';
import { type HttpError, SERVER_ERROR } from './answers.ts';
import type { Desk } from './desk.ts';
import { metadataUrl } from './metadata.ts';

/** What a request is answered that something was thrown at. */
export function answerTo(error: unknown, desk: Pick<Desk, 'publicUrl' | 'watch' | 'faults'>): HttpError {
  if (error instanceof AuthFailure) {
    desk.watch.refused(error.reason);
    const headers = { 'www-authenticate': challengeFor(error, metadataUrl(desk.publicUrl())) };
    const isUnknown = error.reason === 'no_token' || error.reason === 'invalid_token';
    return { status: isUnknown ? 401 : 403, code: SERVER_ERROR, message: error.message, headers };
  }
  if (error instanceof Refusal) {
    const { status, message, retryAfterS } = error;
    return { status, code: SERVER_ERROR, message, headers: { 'retry-after': String(retryAfterS) } };
  }
  const { message } = failureOf(error, (unexpected) => desk.faults.note(unexpected, 'HTTP'));
  return { status: 500, code: ErrorCode.InternalError, message };
}
