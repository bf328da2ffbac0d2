import type { FileIdentity, OpenFile } from '@dragoman/fs-core';

/** One state of one file that the session has seen. */
export interface Sighting {
  readonly identity: FileIdentity;
  /** True if any later write changes the identity: only then does the same identity mean the same content. */
  readonly isSafeToCache: boolean;
  /**
   * Version of the content; null if it can no longer be known, because the file changed before all of it was hashed.
   */
  readonly version: string | null | Promise<string | null>;
  /** The session has seen all of the content, or gave it itself. */
  readonly isWhole: boolean;
}

/** The states that were seen last, by real path and by file. */
export interface Sightings {
  at(realPath: string): Sighting | undefined;
  /** Looks a file up by its path, else by its key: a session may know a file by several paths. */
  of(file: OpenFile): Sighting | undefined;
  add(realPath: string, state: Omit<Sighting, 'isSafeToCache'>): Sighting;
  /** The file was seen under this path, too. */
  alsoAt(realPath: string, sighting: Sighting): void;
  /** Another file took the place of the one that was seen, under all of its paths. */
  replace(replaced: Sighting, sighting: Sighting): void;
}

export function createSightings(): Sightings {
  const byPath = new Map<string, Sighting>();
  const byFile = new Map<string, Sighting>();
  return {
    at: (realPath) => byPath.get(realPath),
    of: ({ realPath, identity }) => byPath.get(realPath) ?? byFile.get(identity.fileKey),
    add(realPath, { identity, version, isWhole }) {
      const sighting = { identity, isSafeToCache: identity.isSafeToCache(), version, isWhole };
      byPath.set(realPath, sighting);
      byFile.set(identity.fileKey, sighting);
      return sighting;
    },
    alsoAt(realPath, sighting) {
      byPath.set(realPath, sighting);
    },
    replace({ identity: { fileKey } }, sighting) {
      byFile.delete(fileKey);
      for (const [path, seen] of byPath) if (seen.identity.fileKey === fileKey) byPath.set(path, sighting);
    },
  };
}

/** True if a file is surely in the state that was seen. */
export function isUnchanged(seen: Sighting, file: OpenFile): boolean {
  return seen.isSafeToCache && seen.identity.isSameState(file.identity);
}
