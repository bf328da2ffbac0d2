import type { RealPath } from '../volume/open-entry.ts';
import type { Volume } from '../volume/volume.ts';

/** A change of an overlay at one path. A directory is listed only if it is empty. */
export interface OverlayChange {
  readonly path: RealPath;
  readonly kind: 'created' | 'changed' | 'removed';
  /** Version of the file below when the overlay first changed it; null if there was no file. */
  readonly from: string | null;
  /** Version of the file in the overlay; null if it has no file there. */
  readonly to: string | null;
}

/** A file that was changed in the volume below after the overlay first changed it. */
export interface CommitConflict {
  readonly path: RealPath;
  /** The version that the overlay has changed; null if there was no file. */
  readonly from: string | null;
  /** The version in the volume below now; null if there is no file. */
  readonly found: string | null;
}

/** Result of a commit. */
export interface CommitResult {
  /** Changes that the volume below has now. */
  readonly done: readonly OverlayChange[];
  /** Empty if everything was committed. The overlay keeps whatever was not. */
  readonly conflicts: readonly CommitConflict[];
  /** Files that had other hard links, which keep the old content. */
  readonly brokenHardLinks: readonly RealPath[];
}

/** A volume whose changes go to a directory of their own, until they are committed or discarded. */
export interface Overlay extends Volume {
  /** Changes of the overlay, in the order of paths. Another session may be changing it. */
  changes(): AsyncIterable<OverlayChange>;
  /**
   * Writes changes to the volume below, each only if the file there is as it was when the overlay first changed it. All
   * or none of the files, if that volume can; else one after the other, up to the first conflict. A link is removed,
   * never written through.
   * @param paths the changes at or below these are written. Default: all
   * @throws ToolError `NOT_FOUND` for a path at and below which nothing has changed; as `Volume.transact`
   */
  commit(paths?: readonly string[]): Promise<CommitResult>;
  /** Forgets changes. @param paths as `commit` @throws ToolError as `commit` */
  discard(paths?: readonly string[]): Promise<void>;
}
