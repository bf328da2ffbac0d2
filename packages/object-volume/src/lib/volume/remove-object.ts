import {
  assertNotCancelled,
  type ChangeOptions,
  claimsDirectory,
  type Removal,
  type RemoveResult,
} from '@dragoman/fs-core/internal/kernel';
import type { StoredObject } from '../object-store.ts';
import { look, type ObjectEntry, openFound } from './look.ts';
import { mapConcurrent } from './map-concurrent.ts';
import type { ObjectContext, Place } from './object-context.ts';
import { below, type DirectoryNode } from './object-tree.ts';
import { denied, entryPlace, failed, missing, placeBelow } from './places.ts';
import { backOff, conflict, TRIES } from './write-conflict.ts';

/** Removes an object, or all whose keys begin with a directory's. */
export async function removeObject(
  context: ObjectContext,
  path: string,
  { recursive = false, precondition, dryRun = false, signal }: ChangeOptions & Removal,
): Promise<RemoveResult> {
  const place = entryPlace(context, path);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    assertNotCancelled(signal);
    const startMs = performance.now();
    const found = await lookForEntry(context, place);
    if (found.kind === 'file') {
      using file = openFound(context, place, found);
      await precondition?.(file, place.realPath);
    } else {
      await precondition?.(null, place.realPath);
      if (found.tree.entries.size + found.unnamed > 0) assertRemovable(context, place, { ...found, recursive });
    }
    assertNotCancelled(signal);
    const removed = { realPath: place.realPath, kind: found.kind, synced: true };
    if (dryRun) return removed;
    const isAtomic = await removeFound(context, place, found);
    if (isAtomic !== null) return isAtomic ? removed : { ...removed, atomic: false };
    await backOff(attempt, performance.now() - startMs);
  }
  throw conflict(path);
}

/** Finds the entry at a place whose name is to change. */
export async function lookForEntry(context: ObjectContext, place: Place): Promise<ObjectEntry> {
  const found = await look(context, place, { content: false, depth: 'all' });
  if (found === null) throw await missing(context, place);
  if (found.kind === 'file' && claimsDirectory(place.path)) throw failed('ENOTDIR', place.path);
  return found;
}

function assertRemovable(
  context: ObjectContext,
  { relative, path }: Place,
  { tree, unnamed, recursive }: { readonly tree: DirectoryNode; readonly unnamed: number; readonly recursive: boolean },
): void {
  // What no path can name is not for the caller to lose.
  if (!recursive || unnamed > 0) throw failed('ENOTEMPTY', path);
  assertAllAllowed(context, relative, tree);
}

/** @throws ToolError `ACCESS_DENIED` if something below a directory is denied */
export function assertAllAllowed(context: ObjectContext, relative: string, tree: DirectoryNode): void {
  const { scope } = context;
  for (const [path] of below(tree, `${relative}/`))
    if (scope.judge(placeBelow(context, path).realPath, 'write') !== 'allowed')
      throw denied(scope.roots, placeBelow(context, relative).realPath);
}

/** @returns whether one step did it, on a condition; null where somebody else wrote what was to go */
async function removeFound(context: ObjectContext, place: Place, found: ObjectEntry): Promise<boolean | null> {
  const { copies } = context;
  if (found.kind === 'file') {
    const outcome = await context.store.delete(place.key, found.object.etag);
    if (outcome === 'lost') return null;
    copies.forget(place.relative);
    return outcome === 'deleted';
  }
  const objects = [...objectsIn(found.tree, place.relative)];
  const outcomes = await mapConcurrent(objects, async ({ path, object }) => {
    const outcome = await context.store.delete(object.key, object.etag);
    if (outcome !== 'lost') copies.forget(path);
    return outcome;
  });
  const markers = await removeMarkers(context, place, found.tree);
  return outcomes.includes('lost') || !markers ? null : false;
}

export function* objectsIn(
  tree: DirectoryNode,
  relative: string,
): Generator<{ readonly path: string; readonly object: StoredObject }> {
  for (const [path, node] of below(tree, `${relative}/`)) if (node.kind === 'file') yield { path, object: node.object };
}

/** Removes the empty objects whose keys end in a slash, which stand for directories. @returns whether none is left */
export async function removeMarkers(context: ObjectContext, place: Place, tree: DirectoryNode): Promise<boolean> {
  const { store, prefix } = context;
  const directories = [...below(tree, `${place.relative}/`)].filter(([, { kind }]) => kind === 'directory');
  const keys = [place.key, ...directories.map(([path]) => prefix + path)].map((key) => `${key}/`);
  const removed = await mapConcurrent(keys, async (key) => {
    const marker = await store.head(key);
    return marker === null || (await store.delete(key, marker.etag)) !== 'lost';
  });
  return removed.every(Boolean);
}
