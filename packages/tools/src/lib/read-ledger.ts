import {
  type FileIdentity,
  isSameState,
  isSettled,
  type OpenFile,
  ToolError,
  type Volume,
  versionOf,
  type WriteResult,
} from '@dragoman/fs-core';

/** Which version of which file this session has seen. A file is known by its place, and else by its inode. */
export interface ReadLedger {
  /** Remembers that the caller was shown (part of) the file as it was when it was opened. */
  saw(file: OpenFile): Promise<void>;
  /** Remembers what the session itself wrote. */
  wrote(result: WriteResult): void;
  /**
   * @throws ToolError `NOT_READ` where the session never saw the file, `STALE_READ` where its content is another by
   * now; both carry the file's `version`. A new time over the same bytes is no change.
   */
  demandSeen(file: OpenFile, path: string): Promise<void>;
  /** Ends what still goes on for what was seen. */
  close(): void;
}

interface Sighting {
  readonly identity: FileIdentity;
  /** Whether a later write must have changed the identity; only then the same state is the same content. */
  readonly isSettled: boolean;
  /** Of the content; null where it cannot be known any more, since the file changed before all of it was hashed. */
  readonly version: string | null | Promise<string | null>;
}

// Some milliseconds; to hash a larger file takes much longer than to show a few lines of it.
const AT_ONCE_BYTES = 10 * 1024 * 1024;

/**
 * @param volume where large files are opened again, to be hashed after the caller has its answer
 * @param maxFileSize bytes of a file that is read to tell its version where nobody has seen it
 */
export function createReadLedger(volume: Pick<Volume, 'open'>, maxFileSize: number): ReadLedger {
  const byPlace = new Map<string, Sighting>();
  const byInode = new Map<string, Sighting>();
  // Made on first use: to make and abort one takes a short command a thirtieth of its time.
  let closing: AbortController | undefined;
  const closed = (): AbortSignal => {
    closing ??= new AbortController();
    return closing.signal;
  };
  const remember = (realPath: string, identity: FileIdentity, version: Sighting['version']): void => {
    const sighting = { identity, isSettled: isSettled(identity), version };
    byPlace.set(realPath, sighting);
    byInode.set(inodeOf(identity), sighting);
  };

  return {
    async saw(file) {
      const known = byPlace.get(file.realPath);
      if (known !== undefined && isStill(known, file)) return;
      const isLarge = file.size > AT_ONCE_BYTES;
      const version = isLarge ? hashAgain(volume, file, closed()) : await hash(file, closed());
      // What was seen before the file changed says more than that it changed.
      if (version !== null || known === undefined) remember(file.realPath, file.identity, version);
    },
    wrote({ realPath, version, identity, brokeHardLink }) {
      if (identity === null) return;
      const replaced = byPlace.get(realPath);
      // Under its other names the old file is still one that was seen.
      if (replaced !== undefined && !brokeHardLink) byInode.delete(inodeOf(replaced.identity));
      remember(realPath, identity, version);
    },
    async demandSeen(file, path) {
      const seen = byPlace.get(file.realPath) ?? byInode.get(inodeOf(file.identity));
      if (seen !== undefined && isStill(seen, file)) return;
      // Of another size it is another file, however long it would take to read all of it.
      const maxBytes = seen?.identity.size === file.identity.size ? Number.POSITIVE_INFINITY : maxFileSize;
      const version = await versionOf(file, { maxBytes });
      if (seen === undefined) {
        throw new ToolError('NOT_READ', `Cannot write "${path}": not read in this session`, { path, version });
      }
      if ((await seen.version) !== version) {
        throw new ToolError('STALE_READ', `Cannot write "${path}": changed since it was read`, { path, version });
      }
      remember(file.realPath, file.identity, version);
    },
    close: () => closing?.abort(),
  };
}

/** The inode alone may be that of a file that is gone. */
function inodeOf({ device, inode, birthtimeNs }: FileIdentity): string {
  return `${device}:${inode}:${birthtimeNs}`;
}

function isStill(seen: Sighting, file: OpenFile): boolean {
  return seen.isSettled && isSameState(seen.identity, file.identity);
}

/** The version of the content that was there when the file was opened, or null where it is no more. */
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
