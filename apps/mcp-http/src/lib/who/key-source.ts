import type { JSONWebKeySet, JWSHeaderParameters, JWTVerifyGetKey } from 'jose';

/** The keys of an issuer. */
export interface KeySource {
  /** The key that a token says it was signed with. @throws Error if there is none, or if it cannot be had now */
  keyFor(header: JWSHeaderParameters): Promise<Awaited<ReturnType<JWTVerifyGetKey>>>;
}

export interface KeySourceOptions {
  /** The keys as they are now. @throws Error */
  readonly load: () => Promise<unknown>;
  /** Called when the keys cannot be had. */
  readonly onFailure: (error: Error) => void;
  readonly now: () => number;
}

// An issuer changes its keys in days. Tokens with unknown keys must not make this server ask it again and again: it asks
// once in a pause, and once more if the first answer does not know a key, which may be newer than that answer.
const FRESH_MS = 10 * 60_000;
const PAUSE_MS = 30_000;
const ASKS_IN_PAUSE = 2;

/**
 * Keeps the keys of an issuer. While they are asked for again, or cannot be had, those known already count: an issuer that
 * is slow delays no client whose key is known.
 */
export function createKeySource({ load, onFailure, now }: KeySourceOptions): KeySource {
  let keys: JSONWebKeySet | null = null;
  let loadedMs = Number.NEGATIVE_INFINITY;
  let pauseMs = Number.NEGATIVE_INFINITY;
  let asksLeft = 0;
  let loading: Promise<void> | null = null;

  const reload = (): Promise<void> => {
    if (loading !== null) return loading;
    if (now() - pauseMs >= PAUSE_MS) [pauseMs, asksLeft] = [now(), ASKS_IN_PAUSE];
    if (asksLeft === 0) return Promise.resolve();
    asksLeft -= 1;
    loading = load()
      .then((loaded) => {
        keys = publicKeys(loaded);
        loadedMs = now();
      })
      .catch((error) => {
        asksLeft = 0;
        onFailure(error);
        throw error;
      })
      .finally(() => {
        loading = null;
      });
    return loading;
  };
  const find = async (header: JWSHeaderParameters) => {
    const { createLocalJWKSet } = await import('jose');
    return createLocalJWKSet(keys ?? { keys: [] })(header, { payload: '', signature: '' });
  };

  return {
    async keyFor(header) {
      if (keys === null) await reload();
      else if (now() - loadedMs > FRESH_MS) reload().catch(() => {});
      try {
        return await find(header);
      } catch (error) {
        const before = keys;
        await reload();
        if (keys === before) throw error;
        return find(header);
      }
    },
  };
}

/** Selects the keys of a list that can verify: one that lies may hold anything. @throws Error if it is no list */
export function publicKeys(loaded: unknown): JSONWebKeySet {
  const { keys } = Object(loaded) as { readonly keys?: unknown };
  if (!Array.isArray(keys)) throw new Error('The keys of the issuer are no list');
  return { keys: keys.filter((key) => ['RSA', 'EC', 'OKP'].includes(Object(key).kty) && Object(key).d === undefined) };
}
