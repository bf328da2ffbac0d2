import type { ChangeOptions, Volume } from '@dragoman/fs-core/internal/kernel';
import type { CommitResult, OverlayChange } from '@dragoman/outcomes';

/** A volume whose changes go to a directory of their own, until they are committed or discarded. */
export interface Overlay extends Volume {
  /** Changes in the order of their paths. Another session may be making more. */
  changes(): AsyncIterable<OverlayChange>;
  /**
   * Writes changes to the volume below, each only if the file there is as it was when the overlay first changed it. All
   * or none of the files, if that volume can; else one after the other, up to the first conflict. A link is removed,
   * never written through.
   * @param paths the changes at or below these are written. Default: all
   * @throws ToolError `CANCELLED`, and then those that `changes` no longer lists are written; `NOT_FOUND` for a path at and below which nothing has changed; as `Volume.transact`
   */
  commit(paths?: readonly string[], options?: Pick<ChangeOptions, 'onStaged' | 'signal'>): Promise<CommitResult>;
  /** Forgets changes. @param paths as `commit` @throws ToolError as `commit` */
  discard(paths?: readonly string[]): Promise<void>;
}
