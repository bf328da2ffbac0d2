import { claimsDirectory, type OpenDirectory, type OpenFile, type Purpose } from '@dragoman/fs-core/internal/kernel';
import type { StoredObject } from '../object-store.ts';
import { contentOf, type FetchedObject, fetchObject } from './fetch-object.ts';
import { readIgnoreFiles } from './ignore-files.ts';
import { type Listing, listObjects } from './list-objects.ts';
import type { ObjectContext, Place } from './object-context.ts';
import { openObjectDirectory, openObjectTree } from './object-directory.ts';
import { openObjectFile } from './object-file.ts';
import { failed, missing } from './places.ts';

/** The entry at a path: a directory, if keys go on below it; else the object of that key. */
export type ObjectEntry =
  | ({ readonly kind: 'directory' } & Listing)
  | ({ readonly kind: 'file' } & FetchedObject)
  | { readonly kind: 'file'; readonly object: StoredObject; readonly content: null };

interface LookOptions {
  /** True if the object's content is asked for, else only the facts about it. */
  readonly content: boolean;
  /** Depth to which a directory is listed. */
  readonly depth: 'one' | 'all';
  readonly signal?: AbortSignal | undefined;
}

/** Asks the store what is at a place; null if nothing is. */
export async function look(context: ObjectContext, place: Place, asked: LookOptions): Promise<ObjectEntry | null> {
  const { depth, signal } = asked;
  if (place.relative === '') return { kind: 'directory', ...(await listObjects(context, place, { depth, signal })) };
  // What was a file a moment ago is asked for alone; anything else may be either.
  if (context.copies.at(place.relative) !== null) {
    const file = await lookForFile(context, place, asked);
    if (file !== null) return file;
  }
  const [file, listing] = await Promise.all([
    lookForFile(context, place, asked),
    listObjects(context, place, { depth, signal }),
  ]);
  if (!listing.isThere) return file;
  file?.content?.close();
  context.copies.forget(place.relative);
  return { kind: 'directory', ...listing };
}

type FoundFile = Extract<ObjectEntry, { kind: 'file' }>;

async function lookForFile(
  context: ObjectContext,
  place: Place,
  { content, signal }: LookOptions,
): Promise<FoundFile | null> {
  if (content) {
    const fetched = await fetchObject(context, place, signal);
    return fetched && { kind: 'file', ...fetched };
  }
  const found = await context.store.head(place.key, signal);
  if (found === null) return null;
  const { headers: _, ...object } = found;
  return { kind: 'file', object, content: null };
}

/** Opens what a place leads to. @throws ToolError as `Volume.open` */
export async function openObject(
  context: ObjectContext,
  place: Place,
  { for: purpose, signal }: Purpose,
): Promise<OpenFile | OpenDirectory> {
  const depth = purpose === 'content' ? 'one' : 'all';
  const found = await look(context, place, { content: purpose !== 'names', depth, signal });
  if (found === null) throw await missing(context, place);
  if (found.kind === 'directory') {
    const listed = { relative: place.relative, tree: found.tree };
    if (purpose === 'tree') return openObjectTree(context, listed, signal);
    return openObjectDirectory(context, { ...listed, ignoreFiles: await readIgnoreFiles(context, listed, signal) });
  }
  if (claimsDirectory(place.path)) {
    found.content?.close();
    throw failed('ENOTDIR', place.path);
  }
  return openFound(context, place, found);
}

/** A file that was found, whose content comes when it is asked for if it has not come yet. */
export function openFound(context: ObjectContext, place: Place, { object, content }: FoundFile): OpenFile {
  return openObjectFile(place.realPath, object, content ?? contentOf(context, place, object));
}
