import type { FileIdentity } from '../volume/volume.ts';
import { createBoundedMap } from './bounded-map.ts';

/** What is known of files and directories, each value of one state of one of them. */
export interface StateCache<Value> {
  /** Undefined if nothing is known of the file in this state. */
  get(identity: FileIdentity): Value | undefined;
  /** Does nothing for a state that a later change may leave as it is. */
  set(identity: FileIdentity, value: Value): void;
  delete(identity: FileIdentity): void;
}

/** @param maxFiles those that were set last are kept */
export function createStateCache<Value>(maxFiles: number): StateCache<Value> {
  const known = createBoundedMap<string, { readonly identity: FileIdentity; readonly value: Value }>(maxFiles);
  return {
    get(identity) {
      const found = known.get(identity.fileKey);
      return found?.identity.isSameState(identity) ? found.value : undefined;
    },
    set(identity, value) {
      if (identity.isSafeToCache()) known.set(identity.fileKey, { identity, value });
    },
    delete: ({ fileKey }) => known.delete(fileKey),
  };
}
