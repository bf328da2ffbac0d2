import type { RealPath } from '../volume/volume.ts';
import type { Chosen } from './chosen.ts';
import { ancestorsOf, type Entries, type EntryChanges } from './entries.ts';

/**
 * The entries once some of them are forgotten. A directory above that was removed or replaced comes back with what it
 * held; whatever else was in it has entries of its own, and stays removed.
 */
export function discarding(entries: Entries, chosen: Chosen): EntryChanges {
  const forgotten = new Set<RealPath>(chosen.keys());
  for (const [path, { below }] of chosen)
    if (below !== null)
      for (const above of ancestorsOf(path)) if (entries.get(above)?.below?.kind === 'directory') forgotten.add(above);
  for (const path of chosen.keys())
    for (const above of ancestorsOf(path)) if (isMadeForNothing(entries, above, forgotten)) forgotten.add(above);
  return [...forgotten].map((path) => [path, null]);
}

/** Whether a directory was made by the overlay, and is left with nothing in it. */
function isMadeForNothing(entries: Entries, path: RealPath, forgotten: ReadonlySet<RealPath>): boolean {
  const entry = entries.get(path);
  if (entry?.kind !== 'directory' || entry.below !== null) return false;
  return [...entries.within(path)].every(([inside]) => forgotten.has(inside));
}
