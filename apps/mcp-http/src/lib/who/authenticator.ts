import { hash, timingSafeEqual } from 'node:crypto';
import type { Options } from '@dragoman/dialects/internal/options';
import { AuthFailure } from './auth-failure.ts';
import { OWNER, staticIdentity } from './identity.ts';
import type { Issuer } from './issuer.ts';
import { ALL_RIGHTS, type Holder, makePrincipal } from './make-principal.ts';
import type { Principal } from './principal.ts';
import type { PrincipalTable } from './principal-table.ts';
import { NO_QUOTA } from './quota.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

export interface Authenticator {
  /**
   * Whom the `Authorization` header speaks for; at once, unless a token of an issuer is seen for the first time.
   * @throws AuthFailure
   */
  principalOf(authorization: string | undefined): Principal | Promise<Principal>;
  /** Forgets whom tokens were found to speak for: the sources have changed. */
  forget(): void;
}

export interface AuthSources {
  /** The outer bound of what any token may do. */
  readonly options: Options;
  readonly principals: () => PrincipalTable;
  /** The token with all rights; null if there is none. */
  readonly token: string | null;
  readonly issuer: Issuer | null;
  readonly now: () => number;
}

// Made once: its stack would cost more than all else that is done for a wrong token.
const NOT_VALID = new AuthFailure('invalid_token');

/** Lets a client in only with a token that one of the sources knows. */
export function createAuthenticator(sources: AuthSources): Authenticator {
  const { options, principals, issuer, now } = sources;
  const ownDigest = sources.token === null ? null : Buffer.from(digestOf(sources.token));
  const owner = everything(options);
  const known = createVerifiedTokens();

  return {
    forget: known.clear,
    principalOf(authorization) {
      const token = bearerIn(authorization);
      const digest = digestOf(token);
      if (ownDigest !== null && timingSafeEqual(Buffer.from(digest), ownDigest)) return owner;
      const seen = known.get(digest, now());
      if (seen !== null) return seen;
      const keep = (holderNow: () => Holder): Principal => {
        const principal = principalFrom(options, holderNow);
        known.keep(digest, principal, now());
        return principal;
      };
      if (principals().entryOf(digest) !== null) return keep(() => staticHolder(principals(), digest, now()));
      if (issuer === null || !issuer.mayBeOurs(token)) throw NOT_VALID;
      return issuer.verify(token).then((holderBy) => keep(() => holderBy(principals())));
    },
  };
}

/** Serves every client that can reach the address. */
export function openToAll(options: Options): Authenticator {
  const anybody = everything(options);
  return { principalOf: () => anybody, forget: () => {} };
}

function everything(options: Options): Principal {
  const holder = {
    identity: OWNER,
    rights: ALL_RIGHTS,
    quota: NO_QUOTA,
    expiresMs: Number.POSITIVE_INFINITY,
    scopes: null,
  };
  return principalFrom(options, () => holder);
}

/** Whom a static token speaks for. @throws AuthFailure */
function staticHolder(principals: PrincipalTable, digest: string, nowMs: number): Holder {
  const entry = principals.entryOf(digest);
  if (entry === null || entry.expiresMs <= nowMs) throw new AuthFailure('invalid_token');
  return { ...entry, identity: staticIdentity(entry.name), scopes: null };
}

/** @param holderNow throws AuthFailure once the token is no principal's any more */
function principalFrom(options: Options, holderNow: () => Holder): Principal {
  const rightsNow = () => makePrincipal(options, holderNow());
  const rights = rightsNow();
  const isCurrent = (): boolean => {
    try {
      return rightsNow().key === rights.key;
    } catch {
      return false;
    }
  };
  return { ...rights, isCurrent };
}

function digestOf(token: string): string {
  return hash('sha256', token, 'hex');
}

// What a token may be made of, by RFC 6750; longer ones than any issuer makes are not even looked at.
const BEARER = /^bearer +([A-Za-z0-9._~+/-]{1,16384}=*) *$/i;

/** @throws AuthFailure if there is no token, or something that cannot be one */
function bearerIn(authorization: string | undefined): string {
  if (authorization === undefined || !/^bearer(?: |$)/i.test(authorization)) throw new AuthFailure('no_token');
  if (authorization.trim().length === 'bearer'.length) throw new AuthFailure('no_token');
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) throw NOT_VALID;
  return token;
}
