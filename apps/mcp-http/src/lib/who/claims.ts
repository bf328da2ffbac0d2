import { AuthFailure } from './auth-failure.ts';

export type Claims = Readonly<Record<string, unknown>>;

const PLACE = /\{claims\.([^{}]+)\}/g;
// No separator, no leading dot: a claim is one name, and never leads elsewhere.
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/**
 * A text with the claims of a token in their places.
 * @throws AuthFailure `access_denied` for a claim that is missing, or is no plain name
 */
export function filledWith(text: string, claims: Claims): string {
  return text.replace(PLACE, (_, name: string) => {
    const value = claimOf(claims, name);
    if (typeof value === 'string' && NAME.test(value)) return value;
    throw new AuthFailure('access_denied');
  });
}

/** The claims that a text has places for, in their order. @throws AuthFailure as `filledWith` */
export function claimsIn(text: string, claims: Claims): string[] {
  return [...text.matchAll(PLACE)].map(([place]) => filledWith(place, claims));
}

/** Reads a token's own claims alone, whatever objects inherit. */
export function claimOf(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}
