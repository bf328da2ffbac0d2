import { constants, fstatSync, lstatSync, openSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Pin } from '../descriptors/platform.ts';
import { afterwards, attempt, closeQuietly, nullOn, removeQuietly } from '../errors/best-effort.ts';
import { fromErrno } from '../errors/errno.ts';
import { unguarded } from '../lock/file-locks.ts';
import { uniqueSuffix } from '../lock/unique-suffix.ts';
import { contains } from '../paths/scope.ts';
import { IntentRecord, parseRecord, pathsIn } from './intent-record.ts';
import type { RecordPlace } from './record-places.ts';
import type { Claim, Records } from './records.ts';
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

  within<T>(act: (at: (name: string) => string) => T): T {
    return this.tree.platform.within(this.#pin, act);
  }

  /** What `act` gives disposes of the directory; else, or if it gives null, that is done here. */
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
    directory: directory.within((at) => at('.')),
    spell: (path: string) => relative(root, path),
    remove: () => attempt(() => directory.within((at) => unlinkSync(at(name)))),
    release() {
      closeQuietly(fd);
      directory[Symbol.dispose]();
    },
  };
  return new IntentRecord(file, durable);
}

async function claim(directory: RecordDirectory, name: string): Promise<Claim | null> {
  if (name.endsWith(UNLOCKED)) removeForgotten(directory, name);
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

/** Of a process that died before it had locked its record, which says nothing. */
function removeForgotten(directory: RecordDirectory, name: string): void {
  removeQuietly(() =>
    directory.within((at) => {
      if (Date.now() - lstatSync(at(name)).mtimeMs > UNLOCKED_AGE_MS) unlinkSync(at(name));
    }),
  );
}

const { O_RDWR } = constants;
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;

/** Null if there is none, or if it is another user's: that user may not be allowed what we would do. */
function openOurs(directory: RecordDirectory, name: string): number | null {
  return directory.within((at) => {
    const stat = lstatSync(at(name), { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.uid !== process.geteuid?.()) return null;
    return nullOn('ENOENT', () => openSync(at(name), O_RDWR | O_NOFOLLOW | O_NONBLOCK));
  });
}

interface Locked {
  readonly name: string;
  readonly fd: number;
}

/** Null if another has obeyed the record before we had the lock, or if it names something outside of its tree. */
function claimOf(directory: RecordDirectory, { name, fd }: Locked): Claim | null {
  const { root } = directory.tree;
  const text = textNow(directory, { name, fd });
  if (text === null) return null;
  const record = parseRecord(text, (path) => join(root, path));
  if (record !== null && !pathsIn(record).every((path) => contains(root, path))) return null;
  return {
    record,
    remove: () => removeQuietly(() => directory.within((at) => unlinkSync(at(name)))),
    [Symbol.dispose]() {
      closeQuietly(fd);
      directory[Symbol.dispose]();
    },
  };
}

/** What a record says since it is locked: a descriptor from before may have an older view of it. */
function textNow(directory: RecordDirectory, { name, fd }: Locked): string | null {
  const again = openOurs(directory, name);
  if (again === null) return null;
  using _ = afterwards(() => closeQuietly(again));
  return fstatSync(again).ino === fstatSync(fd).ino ? readFileSync(again, 'utf8') : null;
}
