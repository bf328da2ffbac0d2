/**
 * Files that stay hidden from the commands of a session once they were denied, whatever becomes of the denied names. The
 * volumes that a session opens one after another share it.
 */
export interface HiddenFiles {
  /** Real paths of what a denied link led to. */
  readonly targets: Set<string>;
  /** Denied files that had several names, by what tells a file from others. */
  readonly linked: Set<string>;
  /** The roots of those volumes in which commands ran. */
  readonly roots: Set<string>;
}

export function createHiddenFiles(): HiddenFiles {
  return { targets: new Set(), linked: new Set(), roots: new Set() };
}
