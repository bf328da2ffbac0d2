import { timingSafeEqual } from 'node:crypto';
import { AuthFailure } from './auth-failure.ts';
import { type Claims, claimOf, filledWith } from './claims.ts';
import { certainName, type Identity, issuedIdentity } from './identity.ts';
import type { Match, PrincipalEntry, Rights } from './principal-entry.ts';

/** A token of an issuer, verified. */
export interface VerifiedToken {
  readonly issuer: string;
  readonly claims: Claims;
  readonly scopes: ReadonlySet<string>;
}

/** The principals, and their rights. */
export interface PrincipalTable {
  /** True if there are entries for tokens of an issuer. */
  readonly hasMatches: boolean;
  /** The entry of a static token, by its SHA-256 in hexadecimal digits; null if there is none. */
  entryOf(digest: string): PrincipalEntry | null;
  /**
   * The first entry that fits a token of an issuer, with its claims in place; null if none fits.
   * @throws AuthFailure `access_denied` for a claim that is missing or no plain name, or that makes up the name of another
   * entry
   */
  entryFor(token: VerifiedToken, defaultIssuer: string): IssuedEntry | null;
}

export interface IssuedEntry extends Pick<PrincipalEntry, 'rights' | 'quota' | 'expiresMs'> {
  readonly identity: Identity;
}

export function createPrincipalTable(entries: readonly PrincipalEntry[]): PrincipalTable {
  const statics = new Map(entries.flatMap((entry) => (entry.tokenSha256 === null ? [] : [[entry.tokenSha256, entry]])));
  const matching = entries.flatMap((entry) => (entry.match === null ? [] : [{ entry, match: entry.match }]));
  const named = new Map(entries.map((entry) => [certainName(entry), entry]));
  return {
    hasMatches: matching.length > 0,
    entryOf(digest) {
      // How long the look-up takes tells of digests alone, from which no token follows.
      const entry = statics.get(digest);
      if (entry?.tokenSha256 == null) return null;
      return timingSafeEqual(Buffer.from(entry.tokenSha256), Buffer.from(digest)) ? entry : null;
    },
    entryFor(token, defaultIssuer) {
      const found = matching.find(({ match }) => fits(match, token, defaultIssuer));
      if (found === undefined) return null;
      const { rights, quota, expiresMs } = found.entry;
      const identity = issuedIdentity(found.entry, token.issuer, token.claims);
      if ((named.get(identity.name) ?? found.entry) !== found.entry) throw new AuthFailure('access_denied');
      return { identity, rights: rightsFor(rights, token.claims), quota, expiresMs };
    },
  };
}

function fits(match: Match, { issuer, claims, scopes }: VerifiedToken, defaultIssuer: string): boolean {
  if ((match.issuer ?? defaultIssuer) !== issuer) return false;
  if (!match.scopes.every((scope) => scopes.has(scope))) return false;
  return [...match.claims].every(([name, expected]) => hasValue(claimOf(claims, name), expected));
}

/** A claim may be a list, such as of groups. */
function hasValue(claim: unknown, expected: string): boolean {
  if (claim === undefined || claim === null || claim === '') return false;
  if (expected === '*') return true;
  return Array.isArray(claim) ? claim.includes(expected) : claim === expected;
}

function rightsFor(rights: Rights, claims: Claims): Rights {
  const { roots, workdir } = rights;
  return {
    ...rights,
    roots: roots?.map((root) => filledWith(root, claims)) ?? null,
    workdir: workdir === null ? null : filledWith(workdir, claims),
  };
}
