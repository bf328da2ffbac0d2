/** The entry that a name leads to. Modes are permission bits, set-id and sticky bits included. */
export type KeptNode = KeptFile | KeptLink | KeptDirectory | KeptOther;

export interface KeptFile {
  readonly kind: 'file';
  /** `sha256:` and the hex digest of its bytes. */
  readonly version: string;
  readonly mode: number;
  /** Bytes. */
  readonly size: number;
  /** True if its content was kept; it may have gone since. */
  readonly isKept: boolean;
}

export interface KeptLink {
  readonly kind: 'link';
  /** The text of the link. */
  readonly target: string;
}

export interface KeptDirectory {
  readonly kind: 'directory';
  readonly mode: number;
  /** Entries of the directory by name; absent if the operation is not about them. */
  readonly entries?: Readonly<Record<string, KeptNode>>;
}

/** A FIFO, a socket or a device. */
export interface KeptOther {
  readonly kind: 'other';
}

/** Change of one entry by a transaction. Paths are real paths. */
export interface EntryChange {
  readonly change: 'add' | 'update' | 'delete' | 'move';
  readonly path: string;
  /** Old path of a moved entry. */
  readonly from?: string;
  /** The entry that was at `path`, or for a move at `from`. */
  readonly before: KeptNode | null;
  /** The entry that is at `path` now. */
  readonly after: KeptNode | null;
  /** The entry that a move replaced. */
  readonly replaced?: KeptNode;
  /** Directories that were made for it, outermost first. */
  readonly made?: readonly string[];
}

/** Stands for an entry that cannot be reached, because a link or a file has come into its path. */
export const IN_THE_WAY: KeptNode = { kind: 'other' };

/** The digest in a version. */
export function digestIn(version: string): string {
  return version.slice('sha256:'.length);
}
