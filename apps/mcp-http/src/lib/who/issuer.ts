import { AuthFailure } from './auth-failure.ts';
import { type Claims, claimOf } from './claims.ts';
import type { KeySource } from './key-source.ts';
import type { Holder } from './make-principal.ts';
import type { PrincipalTable, VerifiedToken } from './principal-table.ts';

/** A service that makes JSON Web Tokens which count here. */
export interface Issuer {
  /** True if a text looks like a token of this issuer. Costs little, and verifies nothing. */
  mayBeOurs(token: string): boolean;
  /** Verifies a token. What it resolves with tells whom the token speaks for by a table; both throw AuthFailure. */
  verify(token: string): Promise<(principals: PrincipalTable) => Holder>;
}

export interface IssuerOptions {
  /** Name in tokens. */
  readonly name: string;
  /** Audiences that tokens must be made for, in each spelling that counts. */
  readonly audiences: () => readonly string[];
  readonly keys: KeySource;
  readonly now: () => number;
}

// Those whose keys verify and cannot sign: with a symmetric one, any reader of the public keys could make tokens.
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const GRACE_S = 30;

export function createIssuer({ name, audiences, keys, now }: IssuerOptions): Issuer {
  return {
    mayBeOurs(token) {
      const parts = token.split('.');
      if (parts.length !== 3) return false;
      const header = objectIn(parts[0]);
      return ALGORITHMS.some((known) => known === header?.alg) && objectIn(parts[1])?.iss === name;
    },
    async verify(token) {
      const claims = await verified(token, { name, audiences: audiences(), keys, now: now() });
      const scopes = scopesIn(claims);
      const verifiedToken: VerifiedToken = { issuer: name, claims, scopes };
      return (principals) => {
        const found = principals.entryFor(verifiedToken, name);
        if (found === null) throw new AuthFailure('access_denied');
        const expiresMs = Math.min((Number(claims.exp) + GRACE_S) * 1000, found.expiresMs);
        if (expiresMs <= now()) throw new AuthFailure('invalid_token');
        return { ...found, expiresMs, scopes };
      };
    },
  };
}

interface TokenRules {
  readonly name: string;
  readonly audiences: readonly string[];
  readonly keys: KeySource;
  readonly now: number;
}

/** The claims of a token. @throws AuthFailure `invalid_token`, whatever is wrong with it */
async function verified(token: string, { name, audiences, keys, now }: TokenRules): Promise<Claims> {
  const { jwtVerify } = await import('jose');
  try {
    const { payload } = await jwtVerify(token, (header) => keys.keyFor(header), {
      issuer: name,
      audience: [...audiences],
      algorithms: ALGORITHMS,
      clockTolerance: GRACE_S,
      requiredClaims: ['exp'],
      currentDate: new Date(now),
    });
    return payload;
  } catch (cause) {
    throw new AuthFailure('invalid_token', undefined, { cause });
  }
}

/** `scope` is of the standard; `scp` is what some issuers write. */
function scopesIn(claims: Claims): ReadonlySet<string> {
  const given = claimOf(claims, 'scope') ?? claimOf(claims, 'scp');
  if (typeof given === 'string') return new Set(given.split(' '));
  return new Set(Array.isArray(given) ? given.filter((scope): scope is string => typeof scope === 'string') : []);
}

/** The object in a part of a token; null if there is none. */
function objectIn(part = ''): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}
