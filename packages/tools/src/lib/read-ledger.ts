import {
  type FileIdentity,
  isSameState,
  type OpenFile,
  ToolError,
  versionOf,
  type WriteResult,
} from '@dragoman/fs-core';

/** Which version of which file this session has seen. A file is known by its place and by its inode. */
export interface ReadLedger {
  /** Remembers that the caller was shown (part of) the file as it is now. */
  saw(file: OpenFile): Promise<void>;
  /** Remembers what the session itself wrote. */
  wrote(result: WriteResult): void;
  /**
   * @throws ToolError `NOT_READ` where the session never saw the file, `STALE_READ` where its content is another by
   * now; both carry the file's `version`. A new time over the same bytes is no change.
   */
  demandSeen(file: OpenFile, path: string): Promise<void>;
}

interface Sighting {
  readonly version: string;
  identity: FileIdentity;
}

export function createReadLedger(): ReadLedger {
  const byPlace = new Map<string, Sighting>();
  const byInode = new Map<string, Sighting>();
  const remember = (realPath: string, sighting: Sighting): void => {
    byPlace.set(realPath, sighting);
    byInode.set(inodeOf(sighting.identity), sighting);
  };

  return {
    async saw(file) {
      const known = byPlace.get(file.realPath);
      if (known !== undefined && isSameState(known.identity, file.identity)) return;
      remember(file.realPath, { version: await versionOf(file), identity: file.identity });
    },
    wrote({ realPath, version, identity }) {
      if (identity !== null) remember(realPath, { version, identity });
    },
    async demandSeen(file, path) {
      const seen = byPlace.get(file.realPath) ?? byInode.get(inodeOf(file.identity));
      if (seen !== undefined && isSameState(seen.identity, file.identity)) return;
      const version = await versionOf(file);
      if (seen === undefined) {
        throw new ToolError('NOT_READ', `Cannot write "${path}": not read in this session`, { path, version });
      }
      if (seen.version !== version) {
        throw new ToolError('STALE_READ', `Cannot write "${path}": changed since it was read`, { path, version });
      }
      seen.identity = file.identity;
    },
  };
}

function inodeOf({ device, inode }: FileIdentity): string {
  return `${device}:${inode}`;
}
