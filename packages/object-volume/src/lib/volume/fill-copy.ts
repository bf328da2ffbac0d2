import { assertNotCancelled, isPathError } from '@dragoman/fs-core/internal/kernel';
import { fetchObject } from './fetch-object.ts';
import { mapConcurrent } from './map-concurrent.ts';
import type { ObjectContext } from './object-context.ts';
import { type DirectoryNode, type FileNode, follow } from './object-tree.ts';
import { placeBelow } from './places.ts';
import { readableFiles } from './readable.ts';

/** Number of objects that are fetched at once: as many as there are sockets. */
const AT_ONCE = 64;

/**
 * Makes the private copy of a directory true: what is missing or has changed is fetched, what is gone is removed. What the
 * directory is known to hold follows what was fetched.
 * @returns how many files are not in the copy: too large, gone by now, or without room
 */
export async function fillCopy(
  context: ObjectContext,
  { relative, tree }: { readonly relative: string; readonly tree: DirectoryNode },
  signal?: AbortSignal,
): Promise<number> {
  const { copies, maxFileBytes } = context;
  const before = copies.uses();
  const toFetch: ListedFile[] = [];
  let missing = 0;
  for (const file of readableFiles(context, { relative, tree })) {
    const [path, { object }] = file;
    if (object.size > maxFileBytes) missing += 1;
    else if (!copies.has(path, object.etag)) toFetch.push(file);
  }
  // The object is gone or has changed.
  copies.forgetBelow(relative, before);
  const fetch = async (file: ListedFile): Promise<void> => {
    assertNotCancelled(signal);
    if (!(await fetchInto(context, file, signal))) missing += 1;
  };
  await mapConcurrent(toFetch, fetch, AT_ONCE);
  return missing;
}

type ListedFile = readonly [path: string, node: FileNode];

/** @returns whether the copy holds the object now */
async function fetchInto(context: ObjectContext, [path, node]: ListedFile, signal?: AbortSignal): Promise<boolean> {
  const { copies } = context;
  if (node.object.size === 0) return copies.put({ path, object: node.object, headers: { metadata: {} } }, EMPTY);
  try {
    const got = await fetchObject(context, placeBelow(context, path), signal);
    got?.content.close();
    if (got === null) return false;
    follow(node, got.object);
    return copies.has(path, got.object.etag);
  } catch (error) {
    // One that may not be read is left out, as on a disk; a store that does not answer ends the search.
    if (isPathError(error) && error.code === 'PERMISSION_DENIED') return false;
    throw error;
  }
}

const EMPTY = new Uint8Array();
