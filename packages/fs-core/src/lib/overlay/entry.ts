import type { DirectoryEntry, FileIdentity, RealPath } from '../volume/volume.ts';

/** What the volume below had at a path when it was first changed above; null if nothing was there. */
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
  /** Where the volume below has the file that was moved here: the place of its mode, owner and attributes. */
  readonly movedFrom?: RealPath;
}

/** What an overlay has at a path, in place of what the volume below has there and below it. */
export type Entry =
  | FileEntry
  | { readonly kind: 'directory'; readonly below: Below }
  /** Nothing. */
  | { readonly kind: 'gone'; readonly below: Exclude<Below, null> };

/** Content never changes: what is written is another one. */
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
