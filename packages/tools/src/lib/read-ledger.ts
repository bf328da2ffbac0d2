import {
  type FileIdentity,
  isSafeToCache,
  isSameState,
  type OpenFile,
  ToolError,
  type Volume,
  versionOf,
  type WriteResult,
} from '@dragoman/fs-core';

/** Which version of which file this session has seen. A file is looked up by its real path first, then by its inode. */
export interface ReadLedger {
  /** Remembers that the caller was shown (part of) the file as it was when it was opened. */
  saw(file: OpenFile): Promise<void>;
  /** Remembers what the session itself wrote. */
  wrote(result: WriteResult): void;
  /**
   * Null where the session has seen the file as it is; else resolves where its content turns out to be the same.
   * @throws ToolError `NOT_READ` where the session never saw the file, `STALE_READ` where its content has changed
   * since; both carry the file's `version`. A new time over the same bytes is no change.
   */
  assertSeen(file: OpenFile, path: string): Promise<void> | null;
  /** Stops hashing files in the background. */
  close(): void;
}

interface Sighting {
  /** As `inodeOf` names it. */
  readonly inode: string;
  readonly identity: FileIdentity;
  /** Whether any later write changes the identity: only then does the same identity mean the same content. */
  readonly isSafeToCache: boolean;
  /** Of the content; null where it can no longer be known, because the file changed before all of it was hashed. */
  readonly version: string | null | Promise<string | null>;
}

// Hashing as much takes some milliseconds; for a larger file, much longer than showing a few lines of it.
const MAX_HASHED_BYTES = 10 * 1024 * 1024;

/**
 * @param volume opens large files again, to hash them after the caller has its answer
 * @param maxFileSize bytes: a larger file that was never seen is not hashed to tell its version
 */
export function createReadLedger(volume: Pick<Volume, 'open'>, maxFileSize: number): ReadLedger {
  const byPath = new Map<string, Sighting>();
  const byInode = new Map<string, Sighting>();
  // Made on first use: making and aborting one takes a thirtieth of a short command's time.
  let closing: AbortController | undefined;
  const closed = (): AbortSignal => {
    closing ??= new AbortController();
    return closing.signal;
  };
  const remember = (realPath: string, identity: FileIdentity, version: Sighting['version']): Sighting => {
    const sighting = { inode: inodeOf(identity), identity, isSafeToCache: isSafeToCache(identity), version };
    byPath.set(realPath, sighting);
    byInode.set(sighting.inode, sighting);
    return sighting;
  };
  /** The session may know a file by several paths: in another case where case does not count, or through another mount. */
  const exchange = (inode: string, sighting: Sighting): void => {
    byInode.delete(inode);
    for (const [path, seen] of byPath) if (seen.inode === inode) byPath.set(path, sighting);
  };

  const assertSame = async (seen: Sighting | undefined, file: OpenFile, path: string): Promise<void> => {
    // A file of another size has changed for certain, so a large one need not be hashed.
    const maxBytes = seen?.identity.size === file.identity.size ? Number.POSITIVE_INFINITY : maxFileSize;
    const version = await versionOf(file, { maxBytes });
    if (seen === undefined) {
      const { size } = file;
      const isReadable = size <= maxFileSize;
      const details = { path, version, ...(!isReadable && { size, limit: maxFileSize, option: '--max-file-size' }) };
      throw new ToolError('NOT_READ', `Cannot write "${path}": not read in this session`, details);
    }
    if ((await seen.version) !== version) {
      throw new ToolError('STALE_READ', `Cannot write "${path}": changed since it was read`, { path, version });
    }
    remember(file.realPath, file.identity, version);
  };

  return {
    async saw(file) {
      const known = byPath.get(file.realPath);
      if (known !== undefined && isStill(known, file)) return;
      const isLarge = file.size > MAX_HASHED_BYTES;
      const version = isLarge ? hashAgain(volume, file, closed()) : await hash(file, closed());
      // An earlier sighting with a version is worth more than a new one without.
      if (version !== null || known === undefined) remember(file.realPath, file.identity, version);
    },
    wrote({ realPath, version, identity, brokeHardLink }) {
      if (identity === null) return;
      const replaced = byPath.get(realPath);
      const sighting = remember(realPath, identity, version);
      // Under its other hard links, the old file remains one that was seen.
      if (replaced !== undefined && !brokeHardLink) exchange(replaced.inode, sighting);
    },
    assertSeen(file, path) {
      const seen = byPath.get(file.realPath) ?? byInode.get(inodeOf(file.identity));
      if (seen === undefined || !isStill(seen, file)) return assertSame(seen, file, path);
      byPath.set(file.realPath, seen);
      return null;
    },
    close: () => closing?.abort(),
  };
}

/** Includes the birth time, since an inode may be reused for another file. */
function inodeOf({ device, inode, birthtimeNs }: FileIdentity): string {
  return `${device}:${inode}:${birthtimeNs}`;
}

function isStill(seen: Sighting, file: OpenFile): boolean {
  return seen.isSafeToCache && isSameState(seen.identity, file.identity);
}

/** The version of the content that the file had when it was opened; null where it has changed since. */
async function hash(file: OpenFile, signal: AbortSignal): Promise<string | null> {
  try {
    const version = await versionOf(file, { signal });
    return isSameState(file.identity, file.currentIdentity()) ? version : null;
  } catch {
    return null;
  }
}

async function hashAgain(
  volume: Pick<Volume, 'open'>,
  { realPath, identity }: OpenFile,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    using node = await volume.open(realPath);
    return node.kind === 'file' && isSameState(node.identity, identity) ? await hash(node, signal) : null;
  } catch {
    return null;
  }
}
