import type { ObjectHeaders, StoredObject } from '../object-store.ts';
import type { ObjectContext, Place } from './object-context.ts';
import { bytesContent, type Content, changedMeanwhile, heldContent, lazyContent } from './object-file.ts';
import { assertSameSize } from './object-tree.ts';
import { rangedContent } from './ranged-content.ts';
import { TRIES } from './write-conflict.ts';

/** An object as it is now. */
export interface FetchedObject {
  readonly object: StoredObject;
  readonly headers: ObjectHeaders;
  /** Content that the caller closes. */
  readonly content: Content;
}

// So much comes with the first answer, whose size is not known before; the rest is asked for where it is to be copied.
const FIRST_BYTES = 1024 * 1024;

/**
 * The object at a place as it is now, by one conditional GET if it is in the copy; null if there is none.
 * @throws ToolError `CONFLICT` if it changes whenever it is read
 */
export async function fetchObject(
  context: ObjectContext,
  place: Place,
  signal?: AbortSignal,
): Promise<FetchedObject | null> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const fetched = await fetchOnce(context, place, signal);
    if (fetched !== 'changed') return fetched;
  }
  throw changedMeanwhile(place.path);
}

async function fetchOnce(
  context: ObjectContext,
  place: Place,
  signal?: AbortSignal,
): Promise<FetchedObject | null | 'changed'> {
  const { store, copies, maxFileBytes } = context;
  const known = copies.at(place.relative);
  const held = known === null ? null : copies.open(place.relative, known.object.etag);
  const unless = known !== null && held !== null ? { unless: known.object.etag } : {};
  const got = await store.get(place.key, { ...unless, range: [0, FIRST_BYTES] }, signal).catch((error: unknown) => {
    held?.[Symbol.dispose]();
    throw error;
  });
  if (got === 'unchanged' && known !== null && held !== null)
    return { object: known.object, headers: known.headers, content: heldContent(held) };
  held?.[Symbol.dispose]();
  if (got === null || typeof got === 'string') {
    copies.forget(place.relative);
    return null;
  }
  const { bytes: first, headers, ...object } = got;
  if (object.size > maxFileBytes) {
    copies.forget(place.relative);
    return { object, headers, content: rangedContent(store, object, { path: place.path, limit: maxFileBytes }) };
  }
  const bytes =
    object.size > first.length
      ? await context.room(object.size, () => theRest(context, { object, first }, signal), signal)
      : first;
  // It was written in between.
  if (bytes === null) return 'changed';
  copies.put({ path: place.relative, object, headers }, bytes);
  return { object, headers, content: bytesContent(bytes, context.copy.hold) };
}

/** The whole content of which the first part has come; null if the object has changed since. */
async function theRest(
  { store }: ObjectContext,
  { object, first }: { readonly object: StoredObject; readonly first: Uint8Array },
  signal?: AbortSignal,
): Promise<Uint8Array | null> {
  const want = { only: object.etag, range: [first.length, object.size] } as const;
  const rest = await store.get(object.key, want, signal);
  if (rest === null || typeof rest === 'string' || rest.etag !== object.etag) return null;
  assertSameSize(object, rest);
  return Buffer.concat([first, rest.bytes]);
}

/** Content of an object in the state in which it was listed, fetched when it is asked for. */
export function contentOf(context: ObjectContext, place: Place, object: StoredObject): Content {
  const { store, copies, copy, maxFileBytes } = context;
  if (object.size > maxFileBytes) return rangedContent(store, object, { path: place.path, limit: maxFileBytes });
  const held = copies.open(place.relative, object.etag);
  if (held !== null) return heldContent(held);
  if (object.size === 0) return bytesContent(new Uint8Array(), copy.hold);
  return lazyContent(async () => {
    const got = await fetchObject(context, place);
    if (got?.object.etag === object.etag && got.object.size === object.size) return got.content;
    got?.content.close();
    if (got !== null) assertSameSize(object, got.object);
    throw changedMeanwhile(place.path);
  });
}
