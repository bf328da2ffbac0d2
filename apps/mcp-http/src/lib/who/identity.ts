import { createHash } from 'node:crypto';
import { type Claims, claimsIn, filledWith } from './claims.ts';
import type { PrincipalEntry } from './principal-entry.ts';

/** Tells a principal from every other one. */
export interface Identity {
  /** Name in logs. */
  readonly name: string;
  /** Two principals never have the same, however alike their names are. */
  readonly id: string;
  /** A name for its directories, which differs from all others on a disk that folds names, too. */
  readonly directory: string;
}

/** The principal that has all rights of the command line. */
export const OWNER: Identity = { name: 'owner', id: idOf(['owner']), directory: 'owner' };

// What file systems take.
const MAX_NAME = 255;

/** The principal of a static token. Its directory has its name, so that people find it. */
export function staticIdentity(name: string): Identity {
  const id = idOf(['static', name]);
  const spelled = encodeURIComponent(name).replace(/^\./, '%2E');
  return { name, id, directory: spelled.length <= MAX_NAME ? spelled : directoryOf(name, id) };
}

/**
 * The principal of a token: by its issuer, the entry and each claim that the entry uses. The name alone could be made of
 * others, too.
 * @throws AuthFailure `access_denied` for a claim that is missing, or is no plain name
 */
export function issuedIdentity({ name, rights }: PrincipalEntry, issuer: string, claims: Claims): Identity {
  const used = [name, ...(rights.roots ?? []), rights.workdir ?? ''].flatMap((text) => claimsIn(text, claims));
  const id = idOf(['issued', issuer, name, ...used]);
  const filled = filledWith(name, claims);
  return { name: filled, id, directory: directoryOf(filled, id) };
}

/** The name that all principals of an entry have; null if it depends on their tokens. */
export function certainName({ name, match }: PrincipalEntry): string | null {
  const fixed = [...(match?.claims ?? [])].filter(([, value]) => value !== '*');
  try {
    return filledWith(name, Object.fromEntries(fixed));
  } catch {
    return null;
  }
}

function idOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The name of no static principal begins with `@`, once it is encoded. */
function directoryOf(name: string, id: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-');
  return `@${plain.slice(0, 64)}-${id.slice(0, 32)}`;
}
