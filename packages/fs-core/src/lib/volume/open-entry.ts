declare const vetted: unique symbol;

/** An absolute path without links that a volume has judged. Only a resolver makes one. */
export type RealPath = string & { readonly [vetted]: true };

/** An opaque token that changes whenever the file changes. Only the volume that issued it can interpret it. */
export interface FileIdentity {
  /** Names the file, in whatever state and by whatever path; no other file of the volume has this key. */
  readonly fileKey: string;
  /** A text that means nothing, and that no other state of the file has. */
  readonly stateKey: string;
  /** Bytes. */
  readonly size: number;
  /** True if both belong to the same file, and it did not change in between. */
  isSameState(other: FileIdentity): boolean;
  /**
   * True if a later change is certain to give another identity. If not, the file is 'racily clean' (Git's term): do not
   * cache anything by this identity.
   */
  isSafeToCache(): boolean;
}

/** Result of stat(2) for an open entry. */
export interface OwnStat {
  /** Bytes. */
  readonly size: number;
  /** Permission bits, set-id and sticky bits included. */
  readonly mode: number;
  /** Milliseconds since the epoch, as the next two; if the file system does not keep it, some earlier time or 0. */
  readonly createdMs: number;
  readonly modifiedMs: number;
  readonly accessedMs: number;
}

/** A regular file held open for ranged reads: the same file even if its name comes to mean another. */
export interface OpenFile extends Disposable {
  readonly kind: 'file';
  readonly realPath: RealPath;
  /** The state the file was in when it was opened. */
  readonly identity: FileIdentity;
  /** Bytes, when it was opened. */
  readonly size: number;
  /** Milliseconds since the epoch, when it was opened. */
  readonly mtimeMs: number;
  /** Permission bits, set-id and sticky bits included. */
  readonly mode: number;
  /**
   * Fills `target` from byte `position` on and returns how many bytes came; fewer than asked only at the end.
   * A local volume answers at once for up to 1 MB, so that a small read costs no trip to another thread.
   */
  read(target: Uint8Array, position: number): number | Promise<number>;
  /** The file for a child process to inherit; to be disposed before the file is closed. @throws ToolError as `read` */
  localTree(signal?: AbortSignal): LocalTree | Promise<LocalTree>;
  /** Stat of the file when it was opened. */
  ownStat(): OwnStat;
  /** The file's state now: differs from `identity` if it was written since. */
  currentIdentity(): FileIdentity | Promise<FileIdentity>;
  close(): void;
}

/** A file or a directory on a file system of this machine, as a child process can reach it. */
export interface LocalTree extends Disposable {
  /** The descriptor that holds it, for a child to inherit; -1 if the system cannot hold a directory. */
  readonly descriptor: number;
  /**
   * The `cwd` for a child process: leads to this very directory if the system can hold one, else its path. Of a file,
   * some directory that every process may enter.
   */
  readonly launchPath: string;
  /** Number of files of the directory that are not in it: too large to be fetched, or gone by now. */
  readonly missing: number;
  /** A second tree to search, in place of some of this one. */
  readonly over?: TreeOver;
}

/** Files that lie over those of a tree, in directories of the same names. */
export interface TreeOver extends LocalTree {
  /** True if the entry of the tree at `relativePath`, names with `/` between them, does not count. */
  hides(relativePath: string): boolean;
}

/** An entry of a directory. A `link` is not followed; `other` is a FIFO, a socket or a device. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
}

/** Facts about an entry from a look by path. */
export interface EntryHint {
  /** Milliseconds since the epoch. */
  readonly mtimeMs: number;
  /** Bytes. */
  readonly size: number;
}

/** Result of lstat(2) for an entry: a link is not followed. */
export interface EntryStat extends EntryHint {
  readonly kind: DirectoryEntry['kind'];
}

/** A directory held open: its entries and what lies below, whatever happens to its name. */
export interface OpenDirectory extends Disposable {
  readonly kind: 'directory';
  readonly realPath: RealPath;
  readonly identity: FileIdentity;
  /**
   * The entries in no order; denied names and leftovers of interrupted writes are left out.
   * @throws ToolError `PERMISSION_DENIED`, `IO_ERROR`
   */
  entries(): readonly DirectoryEntry[];
  /**
   * Lists like `entries`, where judging very many would take long: each is judged as it is taken, so that it can be
   * done at a pace. Null stands for one that is left out.
   */
  eachEntry?(): Iterable<DirectoryEntry | null>;
  /**
   * Entries that `entries` found in the directory at `relativePath`, if its state shows no change since; else null.
   * Looked up by path, which is safe: it gives only names that were given before, and only while the directory is
   * unchanged.
   */
  knownEntries(relativePath: string): readonly DirectoryEntry[] | null;
  /** Stat of the directory when it was opened. */
  ownStat(): OwnStat;
  /** The text of the symbolic link `name` (which is never followed here), or null if there is none now. */
  readLink(name: string): string | null;
  /**
   * Opens the directory at `relativePath`, names with `/` between them, without following a link.
   * @throws ToolError `ACCESS_DENIED`, `NOT_FOUND`, `NOT_DIRECTORY`, `PERMISSION_DENIED`
   */
  openDirectory(relativePath: string): OpenDirectory;
  /**
   * Opens the regular file at `relativePath`, names with `/` between them, without following a link.
   * @throws ToolError `ACCESS_DENIED`, `NOT_FOUND`, `NOT_DIRECTORY` (on the way), `UNSUPPORTED_FILE` (a link, a
   * directory, a device), `PERMISSION_DENIED`
   */
  openFile(relativePath: string): OpenFile;
  /**
   * The content of the regular file at `relativePath`; null if it is larger than `maxBytes`. At once, since a walk obeys
   * ignore files as it meets them: a volume that fetches content has fetched these when it listed the directory.
   * @throws ToolError as `openFile`
   */
  readAtOnce(relativePath: string, maxBytes: number): Buffer | null;
  /** Stat of the entry `name`; null if none is there or none may be seen. */
  stat(name: string): EntryStat | null;
  /**
   * True if no name on the way down `relativePath` is denied. Nothing is touched, so this holds of a closed directory,
   * too.
   * @param access default: `read`
   */
  permits(relativePath: string, access?: 'read' | 'write'): boolean;
  /**
   * Facts about the entry at `relativePath`, a link not followed; null if nothing is there, or if that is unknown.
   * Looked up by path, which is cheap but can be raced: good for sorting, and never to be shown.
   */
  hintOf(relativePath: string): EntryHint | null;
  /**
   * The ctime of what is at `relativePath` (empty: this directory), in milliseconds since the epoch; `Infinity` if
   * that is unknown. No entry of a directory has changed since its ctime. Looked up by path, so it holds only if no
   * ancestor's has changed either.
   */
  ctimeHint(relativePath: string): number;
  /**
   * The directory and what lies below, for a child process to search; to be disposed before the directory is closed.
   * @throws ToolError `PERMISSION_DENIED` if the directory may not be entered
   */
  localTree(signal?: AbortSignal): LocalTree | Promise<LocalTree>;
  close(): void;
}
