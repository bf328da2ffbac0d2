import type { RealPath } from '@dragoman/fs-core';

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
