import {
  type BigIntStats,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import type { EntryPath, Pin } from '../descriptors/platform.ts';
import { afterwards, attempt, closeQuietly, nullOn, removeQuietly } from '../errors/best-effort.ts';
import { fromErrno } from '../errors/errno.ts';
import { unguarded } from '../lock/file-locks.ts';
import { uniqueSuffix } from '../lock/unique-suffix.ts';
import type { SystemPath } from '../paths/byte-path.ts';
import { openPlainFile, readPlainFile } from '../paths/plain-file.ts';
import { contains } from '../paths/scope.ts';
import { IntentRecord, pathsIn } from './intent-record.ts';
import { type ParsedRecord, parseRecord } from './parse-record.ts';
import type { RecordPlace } from './record-places.ts';
import { type Claim, type Records, type RecordsLook, type SeenRecord, stateOf } from './records.ts';
import { findSharedDirectory, makeSharedDirectory } from './shared-directory.ts';

type Tree = Extract<RecordPlace, { kind: 'tree' }>;

const SUFFIX = '.jsonl';
// A record that is not locked yet, of which another machine would think that its process has ended.
const UNLOCKED = '.new';
const UNLOCKED_AGE_MS = 60_000;

/**
 * Records in a tree that several machines share. A process has flock(2) on its record for as long as it lives: by that
 * every machine knows, and none asks for processes of another. Paths are relative to the tree, which each machine may
 * have at another place.
 */
export function treeRecords(tree: Tree): Records {
  const { platform, root } = tree;
  return {
    async make(durable) {
      try {
        const directory = new RecordDirectory(tree, makeSharedDirectory(platform, root, 'transactions'));
        return await directory.keepFor(() => make(directory, durable));
      } catch (error) {
        throw fromErrno(error, 'write', root);
      }
    },
    look() {
      const pin = findSharedDirectory(platform, root, 'transactions');
      return pin === null ? null : lookIn(new RecordDirectory(tree, pin));
    },
    async claim(name) {
      const pin = findSharedDirectory(platform, root, 'transactions');
      if (pin === null) return null;
      const directory = new RecordDirectory(tree, pin);
      return await directory.keepFor(() => claim(directory, name));
    },
  };
}

/** The pinned directory of a tree's records. */
class RecordDirectory implements Disposable {
  readonly tree: Tree;
  readonly #pin: Pin;

  constructor(tree: Tree, pin: Pin) {
    this.tree = tree;
    this.#pin = pin;
  }

  within<T>(act: (at: EntryPath) => T): T {
    return this.tree.platform.within(this.#pin, act);
  }

  /**
   * Returns the result of `act`, which then disposes of the directory; if `act` throws or returns null, that is done
   * here.
   */
  async keepFor<T>(act: () => Promise<T>): Promise<T> {
    let result: T | null = null;
    try {
      result = await act();
      return result;
    } finally {
      if (result === null) this[Symbol.dispose]();
    }
  }

  [Symbol.dispose](): void {
    this.tree.platform.release(this.#pin);
  }
}

async function make(directory: RecordDirectory, durable: boolean): Promise<IntentRecord> {
  const { root, takeFlock } = directory.tree;
  const name = `${uniqueSuffix()}${SUFFIX}`;
  const fd = directory.within((at) => openSync(at(name + UNLOCKED), 'wx', 0o600));
  try {
    if (!(await takeFlock(fd))) throw unguarded(root, 'no-flock');
    directory.within((at) => renameSync(at(name + UNLOCKED), at(name)));
  } catch (error) {
    closeQuietly(fd);
    throw error;
  }
  const file = {
    fd,
    name,
    path: root,
    directory: String(directory.within((at) => at('.'))),
    spell: (path: string) => relative(root, path),
    remove: () => attempt(() => directory.within((at) => unlinkSync(at(name)))),
    release() {
      closeQuietly(fd);
      directory[Symbol.dispose]();
    },
  };
  return new IntentRecord(file, durable);
}

function lookIn(directory: RecordDirectory): RecordsLook {
  return {
    at(name) {
      if (name.endsWith(UNLOCKED)) removeForgotten(directory, name);
      return name.endsWith(SUFFIX) ? directory.within((at) => seenAt(directory, at(name))) : null;
    },
    [Symbol.dispose]: () => directory[Symbol.dispose](),
  };
}

// Read as a whole, while other calls wait.
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_PATHS = 10_000;

function seenAt({ tree }: RecordDirectory, path: SystemPath): SeenRecord | null {
  const stat: BigIntStats | undefined = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > MOST_BYTES) return null;
  return {
    state: stateOf(stat),
    read() {
      const bytes = readPlainFile(path);
      return bytes === null ? null : parseIn(tree, bytes.toString());
    },
  };
}

/** A record that names something outside of its tree is none. */
function parseIn({ root }: Tree, text: string): ParsedRecord {
  const record = parseRecord(text, (path) => join(root, path));
  if (typeof record === 'string') return record;
  const paths = pathsIn(record);
  const isOurs = paths.length <= MOST_PATHS && paths.every((path) => path !== root && contains(root, path));
  return isOurs ? record : 'unusable';
}

async function claim(directory: RecordDirectory, name: string): Promise<Claim | null> {
  const fd = name.endsWith(SUFFIX) ? openOurs(directory, name) : null;
  if (fd === null) return null;
  let claimed: Claim | null = null;
  try {
    if (await directory.tree.takeFlock(fd)) claimed = claimOf(directory, { name, fd });
    return claimed;
  } finally {
    if (claimed === null) closeQuietly(fd);
  }
}

/** Removes the record of a process that died before it had locked it; such a record says nothing. */
function removeForgotten(directory: RecordDirectory, name: string): void {
  removeQuietly(() =>
    directory.within((at) => {
      if (Date.now() - lstatSync(at(name)).mtimeMs > UNLOCKED_AGE_MS) unlinkSync(at(name));
    }),
  );
}

/** Null if there is none, or if it is another user's: that user may not be allowed what we would do. */
function openOurs(directory: RecordDirectory, name: string): number | null {
  return directory.within((at) => nullOn('ENOENT', () => openPlainFile(at(name), constants.O_RDWR)));
}

interface LockedRecord {
  readonly name: string;
  readonly fd: number;
}

/** Null if another has obeyed the record before we had the lock. */
function claimOf(directory: RecordDirectory, { name, fd }: LockedRecord): Claim | null {
  const text = textNow(directory, { name, fd });
  if (text === null) return null;
  return {
    record: parseIn(directory.tree, text),
    remove: () => removeQuietly(() => directory.within((at) => unlinkSync(at(name)))),
    [Symbol.dispose]() {
      closeQuietly(fd);
      directory[Symbol.dispose]();
    },
  };
}

/** Reads a record after it was locked: a descriptor from before may have an older view of it. */
function textNow(directory: RecordDirectory, { name, fd }: LockedRecord): string | null {
  const again = openOurs(directory, name);
  if (again === null) return null;
  using _ = afterwards(() => closeQuietly(again));
  return fstatSync(again).ino === fstatSync(fd).ino ? readFileSync(again, 'utf8') : null;
}
