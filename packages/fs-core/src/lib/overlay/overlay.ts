import type { RealPath, Volume } from '../volume/volume.ts';

/** What an overlay has changed at a path. Directories are told of only where they hold nothing. */
export interface OverlayChange {
  readonly path: RealPath;
  readonly kind: 'created' | 'changed' | 'removed';
  /** Version of the file below when it was first changed; null where none was there, and for what is no file. */
  readonly from: string | null;
  /** Version of the file as the overlay has it; null where it has none. */
  readonly to: string | null;
}

/** A file of which the volume below has another version than a change was based on. */
export interface CommitConflict {
  readonly path: RealPath;
  /** The version that the change was based on; null if it was based on there being none. */
  readonly from: string | null;
  /** The version that is there; null where none is, and for what is no file. */
  readonly found: string | null;
}

/** What a commit did. */
export interface CommitResult {
  /** What the volume below has now. */
  readonly done: readonly OverlayChange[];
  /** Why not all is done. The overlay keeps what is not. */
  readonly conflicts: readonly CommitConflict[];
}

/** A volume whose changes go to a directory of their own, until they are committed or discarded. */
export interface Overlay extends Volume {
  /** What has changed, in the order of paths. Another session may be changing it. */
  changes(): AsyncIterable<OverlayChange>;
  /**
   * Writes changes to the volume below, each only where the file there is as it was when it was first changed. All or
   * none of the files, if that volume can; else one after the other, up to the first conflict. Links and the like are
   * removed, never written through.
   * @param paths what lies at or below them. Default: everything
   * @throws ToolError `NOT_FOUND` for a path at and below which nothing has changed; as `Volume.transact`
   */
  commit(paths?: readonly string[]): Promise<CommitResult>;
  /** Forgets changes. @param paths as `commit` @throws ToolError as `commit` */
  discard(paths?: readonly string[]): Promise<void>;
}
