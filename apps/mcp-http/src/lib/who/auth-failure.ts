export const AUTH_REASONS = ['no_token', 'invalid_token', 'access_denied', 'insufficient_scope'] as const;
export type AuthReason = (typeof AUTH_REASONS)[number];

const MESSAGES: Readonly<Record<AuthReason, string>> = {
  no_token: 'A bearer token is needed',
  // One sentence for all causes: which one it was helps only who guesses.
  invalid_token: 'The token is not valid here',
  access_denied: 'The token gives no rights here',
  insufficient_scope: 'The token lacks a scope that this takes',
};

/** Thrown if a request is not served because of its token. */
export class AuthFailure extends Error {
  readonly reason: AuthReason;
  /** The scopes that the token would need, if it lacks one. */
  readonly scope: string;

  constructor(reason: AuthReason, scope = 'files:read', options?: ErrorOptions) {
    super(MESSAGES[reason], options);
    this.reason = reason;
    this.scope = scope;
  }
}
