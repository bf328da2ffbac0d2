import { ToolError } from '@dragoman/fs-core';
import type { ObjectContext, Place } from './object-context.ts';
import { type DirectoryNode, insert, newDirectory } from './object-tree.ts';

/** What lies below a directory. */
export interface Listing {
  readonly tree: DirectoryNode;
  /** Whether a directory is there: something has its name as a beginning. */
  readonly isThere: boolean;
  /** How many keys below it are no paths. */
  readonly unnamed: number;
}

/**
 * Lists a directory, or all that lies below it.
 * @throws ToolError `IO_ERROR` for more objects than the volume's limit
 */
export async function listObjects(
  { store, prefix, maxObjects }: ObjectContext,
  { key, realPath, relative }: Place,
  { depth, signal }: { readonly depth: 'one' | 'all'; readonly signal?: AbortSignal | undefined },
): Promise<Listing> {
  const tree = newDirectory();
  const start = relative === '' ? prefix : `${key}/`;
  let [count, unnamed, isThere] = [0, 0, relative === ''];
  for await (const { objects, prefixes } of store.list(start, { depth }, signal)) {
    count += objects.length + prefixes.length;
    if (count > maxObjects) throw tooMany(realPath, maxObjects);
    isThere ||= count > 0;
    for (const object of objects)
      if (object.key !== start && !insert(tree, object.key.slice(start.length), object)) unnamed += 1;
    for (const each of prefixes) if (!insert(tree, each.slice(start.length), null)) unnamed += 1;
  }
  return { tree, isThere, unnamed };
}

function tooMany(path: string, limit: number): ToolError {
  const sentence = `More than ${limit} objects under "${path}": look in a narrower directory`;
  return new ToolError({ code: 'IO_ERROR', problem: 'too-many-objects', path, limit }, sentence);
}
