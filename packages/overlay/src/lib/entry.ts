import type { DirectoryEntry, FileIdentity, RealPath } from '@dragoman/fs-core/internal/kernel';

/** State of the volume below at a path when the overlay first changed it; null if nothing was there. */
export type Below =
  | { readonly kind: 'file'; readonly version: string; readonly mode: number }
  | { readonly kind: Exclude<DirectoryEntry['kind'], 'file'> }
  | null;

/** A file with content of its own. */
export interface FileEntry {
  readonly kind: 'file';
  readonly below: Below;
  /** Name of the content in the overlay's directory. */
  readonly content: string;
  readonly version: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly mtimeMs: number;
  readonly mode: number;
  /** Path of the moved file in the volume below, where its mode, owner and attributes are. */
  readonly movedFrom?: RealPath;
}

/** State of an overlay at a path: it hides the volume below there and further down. */
export type Entry =
  | FileEntry
  /** A directory, and the time at which it was made, in milliseconds since the epoch. */
  | { readonly kind: 'directory'; readonly below: Below; readonly mtimeMs: number }
  /** The path was removed. */
  | { readonly kind: 'gone'; readonly below: Exclude<Below, null> };

/** Identifies a file by its content, which never changes: a write makes another one. */
export function identityOf({ content, size }: FileEntry): FileIdentity {
  const stateKey = `overlay ${content}`;
  return {
    fileKey: stateKey,
    stateKey,
    size,
    isSameState: (other) => other.stateKey === stateKey,
    isSafeToCache: () => true,
  };
}
