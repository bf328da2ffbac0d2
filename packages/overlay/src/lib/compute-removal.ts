import { contains, type RealPath, type Removal, type RemoveResult, ToolError } from '@dragoman/fs-core/internal/kernel';
import { belowAt } from './compute-write.ts';
import { type Changeable, type ComputedChange, left, type WatchedPlace, watchPlace } from './computed.ts';
import type { EntryChanges } from './entries.ts';
import { failed } from './find-place.ts';
import { accessDenied } from './merged.ts';
import { missingError, openDirectoryAt, openFileAt } from './open-place.ts';
import { treeOf } from './tree-of.ts';

/** Computes the entries of a removal, with the version of each file, which a commit compares. */
export async function computeRemoval(
  merged: Changeable,
  { path, recursive = false, precondition }: Removal & { readonly path: string },
): Promise<ComputedChange<RemoveResult>> {
  const place = await findEntry(merged, path);
  const { realPath, kind, isCurrent } = place;
  if (kind === null) throw await missingError(merged, place, path);
  using file = kind === 'file' ? await openFileAt(merged, place) : null;
  await precondition?.(file, realPath);
  const inside = kind === 'directory' ? await removalOfTree(merged, place, { path, recursive }) : [];
  return {
    isCurrent,
    changes: [left(realPath, await belowAt(place, file)), ...inside],
    written: [],
    result: { realPath, kind, synced: true },
  };
}

/** Finds what is to be removed or moved. @throws ToolError `ACCESS_DENIED` for the root of a tree */
export async function findEntry(merged: Changeable, path: string): Promise<WatchedPlace> {
  const place = await watchPlace(merged, path, { access: 'write', follows: false, isWhole: true });
  if (merged.base.roots.some((root) => contains(place.realPath, root))) throw accessDenied(merged, path);
  return place;
}

async function removalOfTree(
  merged: Changeable,
  place: WatchedPlace,
  { path, recursive }: { readonly path: string; readonly recursive: boolean },
): Promise<EntryChanges> {
  await assertChangeable(merged, place, path);
  using directory = await openDirectoryAt(merged, place.realPath);
  if (!recursive && directory.entries().length > 0) throw failed('ENOTEMPTY', path, 'remove');
  const changes: EntryChanges[number][] = [];
  for await (const each of treeOf(merged, directory)) changes.push(left(each.realPath, await each.below()));
  return changes;
}

/** Checks that all in a directory may be removed; the volume below judges what it has there. */
export async function assertChangeable(
  { base, store, isAllowed }: Changeable,
  { realPath, entry, isHidden }: WatchedPlace,
  path: string,
): Promise<void> {
  if (!isAllowedWhole(realPath)) throw accessDenied({ base }, path);
  const isBelow = entry === undefined && !isHidden;
  if (isBelow) await removeBelow(realPath);

  function isAllowedWhole(directory: RealPath): boolean {
    const inside = [...store.entries.below(directory)];
    return !contains(directory, store.at) && inside.every(([each]) => isAllowed(each, 'write'));
  }

  async function removeBelow(directory: RealPath): Promise<void> {
    try {
      await base.remove(directory, { recursive: true, dryRun: true });
    } catch (error) {
      if (error instanceof ToolError && error.code === 'ACCESS_DENIED') throw accessDenied({ base }, path);
      throw error;
    }
  }
}
