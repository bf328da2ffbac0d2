import { ToolError } from '@dragoman/fs-core';
import type { StoredObject } from '../object-store.ts';
import type { ObjectContext, Place } from './object-context.ts';
import { type DirectoryNode, insert, newDirectory } from './object-tree.ts';

/** Number of directories that a listing may have for each object of its limit: a key can name five hundred. */
const DIRECTORIES_AN_OBJECT = 4;

/** Entries below a directory. */
export interface Listing {
  readonly tree: DirectoryNode;
  /** True if a directory is there: something has its name as a beginning. */
  readonly isThere: boolean;
  /** Number of keys below it that are no paths. */
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
  let [count, directories, unnamed, isThere] = [0, 0, 0, relative === ''];
  const add = (entry: string, object: StoredObject | null): void => {
    if (!entry.startsWith(start)) throw elsewhere();
    if (object !== null && entry === start) return;
    const made = insert(tree, entry.slice(start.length), object);
    if (made === null) unnamed += 1;
    else directories += made;
    if (directories > maxObjects * DIRECTORIES_AN_OBJECT) throw tooMany(realPath, maxObjects);
  };
  for await (const { objects, prefixes } of store.list(start, { depth }, signal)) {
    count += objects.length + prefixes.length;
    if (count > maxObjects) throw tooMany(realPath, maxObjects);
    isThere ||= count > 0;
    for (const object of objects) add(object.key, object);
    for (const each of prefixes) add(each, null);
  }
  return { tree, isThere, unnamed };
}

function elsewhere(): ToolError {
  const reason = 'with a list of other keys than were asked for';
  return new ToolError({ code: 'IO_ERROR', problem: 'store-answer', reason }, `The store answered ${reason}`);
}

function tooMany(path: string, limit: number): ToolError {
  const sentence = `More than ${limit} objects under "${path}": look in a narrower directory`;
  return new ToolError({ code: 'IO_ERROR', problem: 'too-many-objects', path, limit }, sentence);
}
