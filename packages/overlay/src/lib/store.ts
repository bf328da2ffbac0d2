import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  assertNoBroughtLink,
  errnoOf,
  openLocalVolume,
  orUndoLater,
  ToolError,
  takePrivateDirectory,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import { type FileLock, lockFile } from '@dragoman/fs-core/internal/own-files';
import { createKeyedQueue, fromErrno } from '@dragoman/fs-core/internal/volume-kit';
import { ChangeLog, logOf, readLog } from './change-log.ts';
import { type Contents, openContents } from './contents.ts';
import { createEntries, type Entries, type EntryChanges } from './entries.ts';
import type { Entry } from './entry.ts';

/** Contents of an overlay's directory. */
export interface Store extends Disposable {
  /** Real path of the directory. */
  readonly at: string;
  readonly entries: Entries;
  readonly contents: Contents;
  /** A directory for the trees that searches need. */
  readonly scratch: string;
}

/** A store that belongs to this process alone. */
export interface OwnStore extends Store {
  /** Runs a task while no other task runs; the task changes entries by `change`. */
  exclusive<T>(task: (change: ChangeEntries) => Promise<T>): Promise<T>;
}

/** Makes changes all at once; they are on the disk when this resolves. @throws the system's error; then none is made */
export type ChangeEntries = (changes: EntryChanges) => Promise<void>;

/** The directory of an overlay, and the trees that it lies over. */
export interface Keep {
  readonly at: string;
  readonly roots: readonly string[];
}

/**
 * Opens a store to read it; another process may be changing it.
 * @throws ToolError `INVALID_ARGUMENT` if it belongs to other trees, `PERMISSION_DENIED`, `IO_ERROR`
 */
export async function openStore(keep: Keep): Promise<Store> {
  const paths = pathsOf(keep);
  return storeAt(paths, keep, paths.volume);
}

/**
 * Opens a store for this process alone, and clears away what a crash left.
 * @throws ToolError as `openStore`, `CONFLICT` if another session has claimed it
 */
export async function claimStore(keep: Keep): Promise<OwnStore> {
  const paths = pathsOf(keep);
  const lock = await claim(paths.at);
  return orUndoLater(
    () => lock[Symbol.dispose](),
    async () => {
      const store = await storeAt(paths, keep, paths.volume);
      const kept = [...store.entries.all()];
      const contents = new Set(contentsIn(kept.map(([, entry]) => entry)));
      for (const name of readdirSync(paths.scratch)) rmSync(join(paths.scratch, name), { recursive: true });
      store.contents.removeAllBut(contents);
      // Written again, the log has only the entries that count now.
      await paths.volume.update(paths.log, () => [new TextEncoder().encode(logOf(keep.roots, kept))]);
      return ownStore(store, new ChangeLog(paths.log), lock);
    },
  );
}

interface StorePaths {
  readonly at: string;
  readonly log: string;
  readonly contents: string;
  readonly scratch: string;
  readonly volume: Volume;
}

function pathsOf({ at: given, roots }: Keep): StorePaths {
  const at = ownDirectory(given, roots);
  const [contents, scratch] = [ownDirectory(join(at, 'contents'), [at]), ownDirectory(join(at, 'scratch'), [at])];
  const volume = openLocalVolume({ allow: [at], builtinDeny: false, privateTrees: [at], locks: 'user' });
  return { at, log: join(at, 'log'), contents, scratch, volume };
}

/** The real path of a directory that is open to this user alone, and to which no link in one of the trees leads. */
function ownDirectory(path: string, trees: readonly string[]): string {
  assertNoBroughtLink(path, trees);
  let directory: string | null;
  try {
    directory = takePrivateDirectory(path);
  } catch (error) {
    throw fromErrno(error, 'use', path);
  }
  if (directory !== null) return directory;
  const message = `Cannot use "${path}": an overlay must be a directory of this user's, and open to nobody else, on a file system that keeps modes`;
  throw new ToolError({ code: 'PERMISSION_DENIED', path, action: 'use' }, message);
}

// Long enough for another session to end; after that, the overlay counts as in use.
const CLAIM_WAIT_MS = 2_000;

async function claim(at: string): Promise<FileLock> {
  try {
    return await lockFile(join(at, 'log.session'), { waitMs: CLAIM_WAIT_MS });
  } catch (error) {
    if (!(error instanceof ToolError && error.failure.code === 'CONFLICT')) throw error;
    const holder = 'holder' in error.failure ? error.failure.holder : null;
    const who = typeof holder === 'number' ? `process ${holder}` : 'another session';
    const message = `The overlay in "${at}" belongs to ${who}: end that first, since an overlay has one session at a time`;
    throw new ToolError({ code: 'CONFLICT', problem: 'locked', path: at, holder }, message);
  }
}

async function storeAt(paths: StorePaths, { at, roots }: Keep, volume: Volume): Promise<Store> {
  const logged = logAt(paths.log);
  if (logged !== null && logged.roots.join('\0') !== roots.join('\0')) {
    const message = `The overlay in "${at}" lies over other trees: ${logged.roots.join(', ')}`;
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option: 'at' }, message);
  }
  const entries = createEntries();
  for (const changes of logged?.changes ?? []) entries.change(changes);
  const directory = await volume.open(paths.contents);
  if (directory.kind !== 'directory') throw new TypeError('The contents of an overlay are a file');
  const contents = openContents(directory);
  return {
    at: paths.at,
    entries,
    contents,
    scratch: paths.scratch,
    [Symbol.dispose]: () => contents[Symbol.dispose](),
  };
}

/** Null if there is no log yet. */
function logAt(path: string) {
  try {
    return readLog(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw fromErrno(error, 'read', path);
  }
}

function ownStore(store: Store, log: ChangeLog, lock: FileLock): OwnStore {
  const { entries, contents } = store;
  const turns = createKeyedQueue();
  const change: ChangeEntries = async (changes) => {
    if (changes.length === 0) return;
    const before = contentsIn(changes.map(([path]) => entries.get(path)));
    await log.append(changes);
    entries.change(changes);
    const kept = new Set(contentsIn(changes.map(([, entry]) => entry)));
    for (const content of before) if (!kept.has(content)) contents.remove(content);
  };
  return {
    ...store,
    exclusive: (task) => turns.run('', () => task(change)),
    [Symbol.dispose]() {
      log[Symbol.dispose]();
      store[Symbol.dispose]();
      lock[Symbol.dispose]();
    },
  };
}

function contentsIn(entries: Iterable<Entry | null | undefined>): string[] {
  return [...entries].flatMap((entry) => (entry?.kind === 'file' ? [entry.content] : []));
}
