import {
  assertNotCancelled,
  type ChangeOptions,
  type MoveOptions,
  type MoveResult,
  type OpenFile,
  ToolError,
} from '@dragoman/fs-core/internal/kernel';
import type { ObjectHeaders, StoredObject } from '../object-store.ts';
import { marked } from '../write-mark.ts';
import { assembled } from './assembled.ts';
import { look, type ObjectEntry, openFound } from './look.ts';
import { mapConcurrent } from './map-concurrent.ts';
import type { ObjectContext, Place } from './object-context.ts';
import { below, type DirectoryNode } from './object-tree.ts';
import { entryPlace } from './places.ts';
import { assertAllAllowed, lookForEntry, objectsIn, removeMarkers } from './remove-object.ts';
import { assertCreatable, backOff, conflict, TRIES } from './write-conflict.ts';

interface Ends {
  readonly source: Place;
  readonly target: Place;
}

/**
 * Gives an object, or all below a directory, other keys: each is copied, then removed. A crash in between leaves both.
 * What comes to be at the new place replaces nothing that came there meanwhile.
 */
export async function moveObject(
  context: ObjectContext,
  { from, to }: { readonly from: string; readonly to: string },
  { overwrite = false, precondition, dryRun = false, signal }: ChangeOptions & MoveOptions,
): Promise<MoveResult> {
  const ends = { source: entryPlace(context, from), target: entryPlace(context, to) };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    assertNotCancelled(signal);
    const startMs = performance.now();
    const found = await lookForEntry(context, ends.source);
    const replaced = await lookAtTarget(context, ends, { kind: found.kind, overwrite });
    using file = found.kind === 'file' ? openFound(context, ends.source, found) : null;
    await precondition?.(file, ends.source.realPath);
    if (found.kind === 'directory')
      for (const { relative } of [ends.source, ends.target]) assertAllAllowed(context, relative, found.tree);
    assertNotCancelled(signal);
    const moved = movedTo(ends, found, replaced !== null);
    if (dryRun || !moved.copied) return moved;
    const isDone =
      found.kind === 'file'
        ? await moveFile(context, { ...ends, object: found.object, replaced, file })
        : await moveDirectory(context, ends, found);
    if (isDone) return moved;
    await backOff(attempt, performance.now() - startMs);
  }
  throw conflict(from);
}

function movedTo({ source, target }: Ends, { kind }: ObjectEntry, replaced: boolean): MoveResult {
  const copied = source.key !== target.key;
  const steps = { copied, ...(copied && { atomic: false as const }) };
  // Its new state is told by the next look.
  const unknown = { notKept: [], version: null, identity: null, synced: true };
  return { from: source.realPath, realPath: target.realPath, kind, replaced, ...steps, ...unknown };
}

/** The object that a move replaces; null if there is none. @throws ToolError if nothing may be replaced there */
async function lookAtTarget(
  context: ObjectContext,
  { source, target }: Ends,
  { kind, overwrite }: { readonly kind: ObjectEntry['kind']; readonly overwrite: boolean },
): Promise<StoredObject | null> {
  if (target.key.startsWith(`${source.key}/`)) {
    const failure = { code: 'INVALID_ARGUMENT', problem: 'into-itself', path: source.path, to: target.path } as const;
    throw new ToolError(failure, `Cannot move "${source.path}" into itself`);
  }
  if (source.key === target.key) return null;
  const there = await look(context, target, { content: false, depth: 'one' });
  if (there === null) {
    await assertCreatable(context, target);
    return null;
  }
  if (overwrite && kind === 'file' && there.kind === 'file') return there.object;
  const failure = { code: 'INVALID_ARGUMENT', problem: 'exists', path: target.path, exists: true } as const;
  throw new ToolError(failure, `Cannot move to "${target.path}": something is there`);
}

interface MovedFile extends Ends {
  readonly object: StoredObject;
  readonly replaced: StoredObject | null;
  readonly file: OpenFile | null;
}

/** @returns false where others wrote one of the two meanwhile; then nothing was moved */
async function moveFile(
  context: ObjectContext,
  { source, target, object, replaced, file }: MovedFile,
): Promise<boolean> {
  const { store, copies } = context;
  const etag = await copyFile(context, { source, target, object, replaced, file });
  if (etag === null) return false;
  copies.forget(target.relative);
  if ((await store.delete(source.key, object.etag)) !== 'lost') {
    copies.forget(source.relative);
    return true;
  }
  // It was written meanwhile, so the copy is of no use to anybody.
  if (replaced === null) await store.delete(target.key, etag);
  return false;
}

/** @returns the ETag of the copy; null where somebody else came first */
async function copyFile(
  context: ObjectContext,
  { source, target, object, replaced, file }: MovedFile,
): Promise<string | null> {
  const { store, maxFileBytes } = context;
  const now = await store.head(source.key);
  if (now?.etag !== object.etag) return null;
  // Through this process it can be put on a condition; what is too large for that is copied within the store.
  if (object.size <= maxFileBytes && file !== null) {
    const pieces = [{ from: 0, to: object.size }];
    const { bytes } = await assembled(source, pieces, { current: file });
    return store.put(target.key, bytes, replaced?.etag ?? null, marked(withoutMarks(now.headers)));
  }
  await store.copy(source.key, target.key);
  return (await store.head(target.key))?.etag ?? null;
}

/** The marks tell of the writes of one key, and what is at the new one has had none. */
function withoutMarks(headers: ObjectHeaders): ObjectHeaders {
  const own = Object.entries(headers.metadata).filter(([name]) => !/^dragoman-writes?$/.test(name));
  return { ...headers, metadata: Object.fromEntries(own) };
}

type FoundDirectory = Extract<ObjectEntry, { kind: 'directory' }>;

/** Copies all, then removes all; where one cannot be copied, the copies go again. */
async function moveDirectory(
  context: ObjectContext,
  { source, target }: Ends,
  { tree }: FoundDirectory,
): Promise<boolean> {
  const { store, copies } = context;
  const objects = [...objectsIn(tree, source.relative)];
  const newKey = (key: string): string => target.key + key.slice(source.key.length);
  const made: string[] = [];
  try {
    await mapConcurrent(objects, async ({ object }) => {
      await store.copy(object.key, newKey(object.key));
      made.push(newKey(object.key));
    });
    await mapConcurrent([...emptyIn(tree, source.relative)], async (path) => {
      const marker = `${newKey(context.prefix + path)}/`;
      // Null means that somebody else has made the directory since, which is as well.
      if ((await store.put(marker, new Uint8Array(), null, { metadata: {} })) !== null) made.push(marker);
    });
  } catch (error) {
    await takeBack(context, made).catch(() => undefined);
    throw error;
  }
  const outcomes = await mapConcurrent(objects, ({ object }) => store.delete(object.key, object.etag));
  copies.forgetBelow(source.relative, copies.uses());
  await removeMarkers(context, source, tree);
  // What was written meanwhile stays at its old place, beside the copy of what it was.
  if (outcomes.includes('lost')) throw conflict(source.path);
  return true;
}

/** Directories without an entry, which a store knows by a key that ends in a slash. */
function* emptyIn(tree: DirectoryNode, relative: string): Generator<string> {
  if (tree.entries.size === 0) yield relative;
  for (const [path, node] of below(tree, `${relative}/`))
    if (node.kind === 'directory' && node.entries.size === 0) yield path;
}

async function takeBack({ store }: ObjectContext, keys: readonly string[]): Promise<void> {
  await mapConcurrent(keys, async (key) => {
    const copy = await store.head(key);
    if (copy !== null) await store.delete(key, copy.etag);
  });
}
