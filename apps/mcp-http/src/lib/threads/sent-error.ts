import { type Failure, ToolError } from '@dragoman/fs-core';
import { AuthFailure, type AuthReason } from '../who/auth-failure.ts';

/** An error as another thread can be sent it, and still tell what kind it is of. */
export type SentError =
  | { readonly kind: 'tool'; readonly failure: Failure; readonly message: string }
  | { readonly kind: 'auth'; readonly reason: AuthReason }
  | { readonly kind: 'other'; readonly message: string; readonly stack: string };

export function sentError(error: unknown): SentError {
  if (error instanceof ToolError) return { kind: 'tool', failure: error.failure, message: error.message };
  if (error instanceof AuthFailure) return { kind: 'auth', reason: error.reason };
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'other', message, stack };
}

export function receivedError(sent: SentError): Error {
  switch (sent.kind) {
    case 'tool':
      return new ToolError(sent.failure, sent.message);
    case 'auth':
      return new AuthFailure(sent.reason);
    case 'other':
      return Object.assign(new Error(sent.message), { stack: sent.stack });
  }
}
