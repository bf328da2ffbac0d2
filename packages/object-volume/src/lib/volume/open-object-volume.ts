import {
  assertNotCancelled,
  type ChangeOptions,
  type ChangeResult,
  type DirectoryResult,
  type FileChange,
  NO_DENIED_ENTRIES,
  type RealPath,
  renamed,
  ToolError,
  type Volume,
  type VolumeTraits,
} from '@dragoman/fs-core/internal/kernel';
import { createScope, denyGlobs, normalizePath, openPrivateCopy } from '@dragoman/fs-core/internal/volume-kit';
import type { ObjectStore } from '../object-store.ts';
import { createBytesRoom } from './bytes-room.ts';
import { createCopies } from './copies.ts';
import { isName, keyPrefix } from './keys.ts';
import { look, openObject } from './look.ts';
import { moveObject } from './move-object.ts';
import type { ObjectContext } from './object-context.ts';
import { filePlace, placeOf } from './places.ts';
import { removeObject } from './remove-object.ts';
import { createUpdater } from './update-object.ts';
import { assertCreatable } from './write-conflict.ts';

/** The objects of a volume, and the rules by which they are shown. */
export interface ObjectVolumeOptions {
  /** Closed with the volume. */
  readonly store: ObjectStore;
  /** Beginning of all keys, without a slash at its end; empty for the whole bucket. */
  readonly prefix: string;
  /** Absolute path at which the volume is for its users. */
  readonly at: string;
  /** Directory of this machine in which the private copy is made; it is this user's alone, or is made so. */
  readonly cache: string;
  /** Bytes that the private copy holds at most. Default 1 GB. */
  readonly cacheBytes?: number;
  /** Number of objects that a listing may have. Default 100,000. */
  readonly maxObjects?: number;
  /** Bytes: a larger object is not copied, but read in parts. Default 10 MB. */
  readonly maxFileBytes?: number;
  /** Globs of what is denied. */
  readonly deny?: readonly string[];
  /** True if the built-in deny list holds, too. Default true. */
  readonly builtinDeny?: boolean;
  /** True if nothing will be written, so that the store need not keep writers apart. Default false. */
  readonly readOnly?: boolean;
}

/** The most bytes of objects beyond their beginnings that are on the way at once, unless a single one is larger. */
const BYTES_ON_THE_WAY = 64 * 1024 ** 2;

const TRAITS: VolumeTraits = {
  ...{ kind: 'object', links: false, modes: false, commands: false, apart: 'store' },
  ...{ atomicMove: false, transactions: false, searchedInCopy: true },
};

/**
 * Opens a volume over the objects of a store.
 * @throws ToolError `INVALID_ARGUMENT` for a prefix or a place that cannot be one, `PERMISSION_DENIED` for a directory for
 * the copy that others can write to, `INVALID_PATTERN` for a malformed deny glob
 * @example await using volume = openObjectVolume({ store, prefix: '', at: '/data', cache: '/cache' })
 */
export function openObjectVolume(options: ObjectVolumeOptions): Volume {
  const context = contextOf(options);
  const { store, root } = context;
  const update = createUpdater(context);

  const volume: Volume = {
    // A root is allowed because it was named.
    roots: [root as RealPath],
    traits: TRAITS,
    prepare: () => prepare(context, options.readOnly ?? false),
    open: (path, purpose = { for: 'content' }) =>
      named(path, () => openObject(context, placeOf(context, path, 'read'), purpose)),
    locate: (path, _change, { signal } = {}) =>
      named(path, async () => {
        const place = placeOf(context, path, 'write');
        const found = await look(context, place, { content: false, depth: 'one', signal });
        if (found === null) await assertCreatable(context, place, signal);
        return { realPath: place.realPath, kind: found?.kind ?? null };
      }),
    update: (path, change, updateOptions = {}) =>
      named(path, async () => update(filePlace(context, path), change, updateOptions)),
    remove: (path, removal = {}) => named(path, () => removeObject(context, path, removal)),
    move: (from, to, moving = {}) => named(from, () => moveObject(context, { from, to }, moving)),
    makeDirectory: (path, changeOptions = {}) => named(path, () => makeDirectory(context, path, changeOptions)),
    transact: async (changes, changeOptions = {}) => one(volume, changes, changeOptions),
    deniedEntries: async () => NO_DENIED_ENTRIES,
    async [Symbol.asyncDispose]() {
      context.copy[Symbol.dispose]();
      await store[Symbol.asyncDispose]();
    },
  };
  return volume;
}

function contextOf(options: ObjectVolumeOptions): ObjectContext {
  const { store, at, cache, cacheBytes = 1024 ** 3, maxObjects = 100_000, maxFileBytes = 10 * 1024 ** 2 } = options;
  const { deny = [], builtinDeny = true } = options;
  const root = normalizePath(at);
  const prefix = keyPrefix(options.prefix);
  if (prefix !== '' && !prefix.slice(0, -1).split('/').every(isName)) {
    const failure = { code: 'INVALID_ARGUMENT', problem: 'option', option: 'prefix', text: options.prefix } as const;
    throw new ToolError(
      failure,
      `The prefix "${options.prefix}" is no path: an empty name or a dot is one of its names`,
    );
  }
  const scope = createScope({ roots: [root], deny: denyGlobs(deny), builtinDeny });
  const copy = openPrivateCopy(cache);
  const [copies, room] = [createCopies(copy, cacheBytes), createBytesRoom(BYTES_ON_THE_WAY)];
  return { store, prefix, root, scope, copy, copies, maxFileBytes, room, maxObjects };
}

/** @throws ToolError where the store cannot be used, or cannot keep two writers apart */
async function prepare({ store, prefix, root }: ObjectContext, readOnly: boolean): Promise<void> {
  await named(root, async () => {
    for await (const _ of store.list(prefix, { depth: 'one' })) break;
    if (!readOnly) await store.probe(prefix);
  });
}

/** Gives the errors of the store, which knows keys alone, the path that they are about. */
async function named<Result>(path: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ToolError && 'path' in error.failure && error.failure.path === '') throw renamed(error, path);
    throw error;
  }
}

async function makeDirectory(
  context: ObjectContext,
  path: string,
  { dryRun = false, signal }: ChangeOptions,
): Promise<DirectoryResult> {
  assertNotCancelled(signal);
  const place = placeOf(context, path, 'write');
  const found = await look(context, place, { content: false, depth: 'one', signal });
  if (found?.kind === 'file')
    throw new ToolError({ code: 'NOT_DIRECTORY', path, kind: 'file' }, `Cannot make "${path}": a file`);
  if (found === null) await assertCreatable(context, place, signal);
  // Null means that somebody else has made it since, which is as well.
  if (found === null && !dryRun)
    await context.store.put(`${place.key}/`, new Uint8Array(), null, { metadata: {} }, signal);
  return { realPath: place.realPath, created: found === null, synced: true };
}

/** One change is all or nothing by itself, unless it is a move; several are not. */
async function one(
  volume: Volume,
  changes: readonly FileChange[],
  options: ChangeOptions,
): Promise<readonly ChangeResult[]> {
  const [only, ...others] = changes;
  if (only === undefined) return [];
  if (only.kind === 'move' || others.length > 0) {
    const path = only.kind === 'move' ? only.from : only.path;
    const sentence = `Cannot change "${path}" together with others: a store of objects changes one at a time`;
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'one-by-one', path }, sentence);
  }
  const { path } = only;
  if (only.kind === 'write') return [{ change: 'write', ...(await volume.update(path, only.change, options)) }];
  return [{ change: 'remove', ...(await volume.remove(path, { ...only, ...options })) }];
}
