import { fstatSync } from 'node:fs';
import type { Pin, Platform } from '../descriptors/platform.ts';
import { identityAt, identityOf, type StatIdentity } from '../state/file-identity.ts';
import { createStateCache } from '../state/state-cache.ts';
import { removeStaleTempFiles } from './stale-temp-files.ts';

const REMEMBERED = 100;
// A leftover that appears during a write of this process goes unnoticed, since that write changes the state too.
const MAX_AGE_MS = 1000;

/** Directories without stale temporary files, in their state after our last write: when they were last swept. */
const clean = createStateCache<number>(REMEMBERED);

/**
 * Sweeps a directory that is about to be changed, unless only this process has changed it since the last sweep.
 * @returns a function that remembers the directory as clean, to be called right after the change
 */
export function removeStaleTempFilesOnce(platform: Platform, directory: Pin): () => void {
  const state = identityOf(directory.stat);
  const now = performance.now();
  const sweptAt = clean.get(state) ?? Number.NEGATIVE_INFINITY;
  clean.delete(state);
  const isStill = now - sweptAt < MAX_AGE_MS;
  if (!isStill && !removeStaleTempFiles(platform, directory)) return () => undefined;
  return () => {
    const after = stateOf(platform, directory);
    if (after !== null) clean.set(after, isStill ? sweptAt : now);
  };
}

function stateOf(platform: Platform, directory: Pin): StatIdentity | null {
  try {
    if (directory.isOpen) return identityOf(fstatSync(directory.fd, { bigint: true }));
    return platform.within(directory, (at) => identityAt(at('.')));
  } catch {
    // Moved or removed just now. The write itself is done, so nothing fails.
    return null;
  }
}
