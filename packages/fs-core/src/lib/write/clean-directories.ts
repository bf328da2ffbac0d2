import { fstatSync } from 'node:fs';
import type { Pin, Platform } from '../descriptors/platform.ts';
import { createBoundedMap } from '../state/bounded-map.ts';
import { identityAt, identityOf, isSameState } from '../state/file-identity.ts';
import { isSafeToCache } from '../state/timestamp-granularity.ts';
import type { FileIdentity } from '../volume/volume.ts';
import { removeStaleTempFiles } from './stale-temp-files.ts';

/** A directory with no stale temporary files at its last sweep, identified by its state after our last write. */
interface CleanDirectory {
  readonly state: FileIdentity;
  readonly sweptAt: number;
}

const REMEMBERED = 100;
// A leftover that appears during a write of this process goes unnoticed, since that write changes the state too.
const MAX_AGE_MS = 1000;

/** By inode. */
const clean = createBoundedMap<bigint, CleanDirectory>(REMEMBERED);

/**
 * Sweeps a directory that is about to be changed, unless only this process has changed it since the last sweep.
 * @returns a function that remembers the directory as clean, to be called right after the change
 */
export function removeStaleTempFilesOnce(platform: Platform, directory: Pin): () => void {
  const { ino: inode } = directory.stat;
  const now = performance.now();
  const known = clean.get(inode);
  clean.delete(inode);
  const isStill =
    known !== undefined && now - known.sweptAt < MAX_AGE_MS && isSameState(known.state, identityOf(directory.stat));
  if (!isStill && !removeStaleTempFiles(platform, directory)) return () => undefined;
  return () => remember(platform, directory, isStill ? known.sweptAt : now);
}

function remember(platform: Platform, directory: Pin, sweptAt: number): void {
  const state = stateOf(platform, directory);
  if (state !== null && isSafeToCache(state)) clean.set(state.inode, { state, sweptAt });
}

function stateOf(platform: Platform, directory: Pin): FileIdentity | null {
  try {
    if (directory.isOpen) return identityOf(fstatSync(directory.fd, { bigint: true }));
    return platform.within(directory, (at) => identityAt(at('.')));
  } catch {
    // Moved or removed just now. The write itself is done, so nothing fails.
    return null;
  }
}
