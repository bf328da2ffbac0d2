import { type FileIdentity, isSafeToCache, isSameState, type OpenFile } from '@dragoman/fs-core';

/** One state of one file that the session has seen. */
export interface Sighting {
  /** As `inodeOf` names it. */
  readonly inode: string;
  readonly identity: FileIdentity;
  /** Whether any later write changes the identity: only then does the same identity mean the same content. */
  readonly isSafeToCache: boolean;
  /** Of the content; null if it can no longer be known, because the file changed before all of it was hashed. */
  readonly version: string | null | Promise<string | null>;
}

/** The states that were seen last, by real path and by inode. */
export interface Sightings {
  at(realPath: string): Sighting | undefined;
  /** By the path of the file, else by its inode: a session may know a file by several paths. */
  of(file: OpenFile): Sighting | undefined;
  add(realPath: string, identity: FileIdentity, version: Sighting['version']): Sighting;
  /** The file was seen under this path, too. */
  alsoAt(realPath: string, sighting: Sighting): void;
  /** Another file took the place of the one of this inode under all of its paths. */
  replace(inode: string, sighting: Sighting): void;
}

export function createSightings(): Sightings {
  const byPath = new Map<string, Sighting>();
  const byInode = new Map<string, Sighting>();
  return {
    at: (realPath) => byPath.get(realPath),
    of: ({ realPath, identity }) => byPath.get(realPath) ?? byInode.get(inodeOf(identity)),
    add(realPath, identity, version) {
      const sighting = { inode: inodeOf(identity), identity, isSafeToCache: isSafeToCache(identity), version };
      byPath.set(realPath, sighting);
      byInode.set(sighting.inode, sighting);
      return sighting;
    },
    alsoAt(realPath, sighting) {
      byPath.set(realPath, sighting);
    },
    replace(inode, sighting) {
      byInode.delete(inode);
      for (const [path, seen] of byPath) if (seen.inode === inode) byPath.set(path, sighting);
    },
  };
}

/** Whether a file is surely in the state that was seen. */
export function isUnchanged(seen: Sighting, file: OpenFile): boolean {
  return seen.isSafeToCache && isSameState(seen.identity, file.identity);
}

/** Includes the birth time, since an inode may be reused for another file. */
function inodeOf({ device, inode, birthtimeNs }: FileIdentity): string {
  return `${device}:${inode}:${birthtimeNs}`;
}
