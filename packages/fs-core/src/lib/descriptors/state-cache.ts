import type { FileIdentity } from '../volume/open-entry.ts';
import { createBoundedMap } from './bounded-map.ts';

const MAX_FILES = 1000;

/**
 * Creates a cache for facts about files that take long to compute, each of one state of one file: a file that changes
 * gets a new record.
 */
export function createStateCache<Facts extends object>(): (identity: FileIdentity) => Partial<Facts> {
  const known = createBoundedMap<string, { readonly identity: FileIdentity; readonly facts: Partial<Facts> }>(
    MAX_FILES,
  );
  /**
   * Records by object: one read asks several times, also about a file too recently modified to be known by its state.
   */
  const asked = new WeakMap<FileIdentity, Partial<Facts>>();

  function sharedFactsOf(identity: FileIdentity): Partial<Facts> {
    if (!identity.isSafeToCache()) return {};
    const key = identity.fileKey;
    const found = known.get(key);
    if (found?.identity.isSameState(identity)) return found.facts;
    const facts: Partial<Facts> = {};
    known.set(key, { identity, facts });
    return facts;
  }

  return (identity) => {
    const found = asked.get(identity);
    if (found !== undefined) return found;
    const facts = sharedFactsOf(identity);
    asked.set(identity, facts);
    return facts;
  };
}
