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
  /** What it holds, by name; absent if that is not the affair of the operation. */
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
  /** Of a move. */
  readonly from?: string;
  /** What was at `path`, or of a move at `from`. */
  readonly before: KeptNode | null;
  /** What is at `path`. */
  readonly after: KeptNode | null;
  /** What a move replaced. */
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
