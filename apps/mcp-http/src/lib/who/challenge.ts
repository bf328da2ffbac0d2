import type { AuthFailure } from './auth-failure.ts';

/**
 * Value of `WWW-Authenticate` for a client that is not let in.
 * @param metadataUrl where it learns whom to ask for a token
 */
export function challengeFor({ reason, scope }: AuthFailure, metadataUrl: string): string {
  const where = `resource_metadata="${metadataUrl}"`;
  switch (reason) {
    case 'no_token':
      return `Bearer ${where}, scope="${scope}"`;
    case 'invalid_token':
      return `Bearer ${where}, scope="${scope}", error="invalid_token"`;
    case 'access_denied':
      return `Bearer ${where}, error="access_denied"`;
    case 'insufficient_scope':
      return `Bearer ${where}, error="insufficient_scope", scope="${scope}"`;
  }
}
