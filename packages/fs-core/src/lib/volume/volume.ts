import type { ProgramMounts, ProgramView } from './program-view.ts';

/** Which call of a tool changes something. */
export interface Origin {
  /** Names the session among all that share a journal. */
  readonly session: string;
  readonly dialect: string;
  readonly tool: string;
  /** The name of the client that called it. */
  readonly client: string;
}

declare const vetted: unique symbol;

/** An absolute path without links that a volume has judged. Only a resolver makes one. */
export type RealPath = string & { readonly [vetted]: true };

/** What distinguishes one state of a file from another; opaque to all but the volume that made it. */
export interface FileIdentity {
  /** Names the file, in whatever state and by whatever path; no other file of the volume has this key. */
  readonly fileKey: string;
  /** A text that means nothing, and that no other state of the file has. */
  readonly stateKey: string;
  /** Bytes. */
  readonly size: number;
  /** Whether both belong to the same file, and it did not change in between. */
  isSameState(other: FileIdentity): boolean;
  /**
   * Whether a later change is certain to give another identity. If not, the file is 'racily clean' (Git's term): do not
   * cache anything by this identity.
   */
  isSafeToCache(): boolean;
}

/** What stat(2) reports of what is open. */
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
  /** When it was opened. */
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
  /** How many files of the directory are not in it: too large to be fetched, or gone by now. */
  readonly missing: number;
  /** What is to be searched besides, in place of some of it. */
  readonly over?: TreeOver;
}

/** Files that lie over those of a tree, in directories of the same names. */
export interface TreeOver extends LocalTree {
  /** Whether what the tree has at `relativePath`, names with `/` between them, does not count. */
  hides(relativePath: string): boolean;
}

/** An entry of a directory. A `link` is not followed; `other` is a FIFO, a socket or a device. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
}

/** What a look by path reports of an entry. */
export interface EntryHint {
  /** Milliseconds since the epoch. */
  readonly mtimeMs: number;
  /** Bytes. */
  readonly size: number;
}

/** What lstat(2) reports of an entry: a link is not followed. */
export interface EntryStat extends EntryHint {
  readonly kind: DirectoryEntry['kind'];
}

/** A directory held open: its entries and what lies below, whatever happens to its name. */
export interface OpenDirectory extends Disposable {
  readonly kind: 'directory';
  readonly realPath: RealPath;
  readonly identity: FileIdentity;
  /**
   * What lies in it, in no order; denied names and leftovers of interrupted writes are left out.
   * @throws ToolError `PERMISSION_DENIED`, `IO_ERROR`
   */
  entries(): readonly DirectoryEntry[];
  /**
   * What `entries` found in the directory at `relativePath`, if its state shows no change since; else null. Looked
   * up by path, which is safe: it gives only names that were given before, and only while the directory is unchanged.
   */
  knownEntries(relativePath: string): readonly DirectoryEntry[] | null;
  /** When it was opened. */
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
  /** What the entry `name` is, or null if none is there or none may be seen. */
  stat(name: string): EntryStat | null;
  /**
   * Whether no name on the way down `relativePath` is denied. Nothing is touched, so this holds of a closed directory, too.
   * @param access default: `read`
   */
  permits(relativePath: string, access?: 'read' | 'write'): boolean;
  /**
   * What is at `relativePath`, a link not followed; null if nothing is, or if that is unknown. Looked up by
   * path, which is cheap but can be raced: good for sorting, and never to be shown.
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

/** Part of a file's new content: bytes, or a range `[from, to)` of the bytes it has now. */
export type Piece = Uint8Array | { readonly from: number; readonly to: number };

/** New content, and what `WriteResult.result` is to hold once it is written. */
export interface PiecesWithResult<Result> {
  readonly pieces: readonly Piece[];
  readonly result: Result;
}

/** Pieces alone have no result. */
export type NewContent<Result> = PiecesWithResult<Result> | (undefined extends Result ? readonly Piece[] : never);

/**
 * Computes the new content of the file at `realPath` from what is there (null: no file yet). May be called any number
 * of times, so it must be pure; what counts is its last answer.
 */
export type Change<Result = undefined> = (
  current: OpenFile | null,
  realPath: RealPath,
) => NewContent<Result> | Promise<NewContent<Result>>;

/** Options of `Volume.update`. */
export interface UpdateOptions {
  /** Checks everything and computes the change, but changes nothing on the disk. */
  readonly dryRun?: boolean;
  /** Ends the update with `CANCELLED`, unless the new content is in place already. */
  readonly signal?: AbortSignal | undefined;
  /** Which call of a tool it serves: what a journal, if there is one, names it by. */
  readonly by?: Origin | undefined;
  /** Called with the result before the next writer of the file in this process has its turn. */
  readonly onWritten?: (result: WriteResult<unknown>) => void;
}

/** Where a change to a path would be made. */
export interface Location {
  readonly realPath: RealPath;
  /** What is there now; null if nothing is. */
  readonly kind: DirectoryEntry['kind'] | null;
}

/** What an update did, or on a dry run would have done. */
export interface WriteResult<Result = undefined> {
  readonly realPath: RealPath;
  /** Whether there was no file before. */
  readonly created: boolean;
  /** Size of the file as it is now. */
  readonly bytesWritten: number;
  /** `sha256:` and the hex digest of the file's bytes as they are now. */
  readonly version: string;
  /** The file's name was one of several for the same content; the other names keep the old content. */
  readonly brokeHardLink: boolean;
  /** What of the old file could not be carried over: `owner`, `group`, `mode`, `xattrs`. */
  readonly notKept: readonly string[];
  /** False if the directory could not be synced: after a power failure, the old content may be back. */
  readonly synced: boolean;
  /** State of the file just after the write; null on a dry run, and if it is unknown. */
  readonly identity: FileIdentity | null;
  /** What the change gave along with the content that was written. */
  readonly result: Result;
}

/** Looks at what a path names before it is removed or moved; what it throws ends the change. Null for what is no file. */
export type Precondition = (current: OpenFile | null, realPath: RealPath) => void | Promise<void>;

/** One of several changes that are made together. */
export type FileChange =
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly change: Change<unknown>;
      /** Permission bits that the file gets. Default: those that it has, or those of a new file. */
      readonly mode?: number | undefined;
    }
  | (Removal & { readonly kind: 'remove'; readonly path: string })
  | (Moving & {
      readonly kind: 'move';
      readonly from: string;
      readonly to: string;
      /** New content of the file, computed from what it was; it keeps its mode. */
      readonly change?: Change<unknown>;
    });

/** How something is removed. */
export interface Removal {
  /** Whether a directory goes with all it holds. Default: only if it is empty. */
  readonly recursive?: boolean | undefined;
  readonly precondition?: Precondition | undefined;
}

/** How something is moved. */
export interface Moving {
  /** Whether a file that has the new name already is replaced. A directory never is. Default false. */
  readonly overwrite?: boolean | undefined;
  readonly precondition?: Precondition | undefined;
}

/** Options of changes that compute nothing. */
export type ChangeOptions = Pick<UpdateOptions, 'dryRun' | 'signal' | 'by'>;

/** What a removal did, or on a dry run would have done. */
export interface RemoveResult {
  readonly realPath: RealPath;
  readonly kind: DirectoryEntry['kind'];
  /** False if the directory could not be synced: after a power failure, it may be there again. */
  readonly synced: boolean;
  /**
   * It took more than one step: what somebody wrote in between is gone, too, and of a directory a part may be left after a
   * crash.
   */
  readonly atomic?: false;
}

/** What a move did, or on a dry run would have done. */
export interface MoveResult {
  readonly from: RealPath;
  readonly realPath: RealPath;
  readonly kind: DirectoryEntry['kind'];
  /** Whether a file of the new name was replaced. */
  readonly replaced: boolean;
  /**
   * Whether it was copied and then removed, since its new place is on another file system, or since a process cannot
   * hold two directories on this system.
   */
  readonly copied: boolean;
  /** It took more than one step: a crash in between leaves it at both places. */
  readonly atomic?: false;
  /** As in `WriteResult`, if it was copied or got new content; and `links`: other names are still of what it was. */
  readonly notKept: readonly string[];
  /** As in `WriteResult`; null if no content was written. */
  readonly version: string | null;
  /** State of the file just after the move; null as in `WriteResult`, and for what is no file. */
  readonly identity: FileIdentity | null;
  readonly synced: boolean;
}

/** What making a directory did, or on a dry run would have done. */
export interface DirectoryResult {
  readonly realPath: RealPath;
  /** False if it was there already. */
  readonly created: boolean;
  readonly synced: boolean;
}

/** What came of one of several changes, in their order. */
export type ChangeResult =
  | (WriteResult<unknown> & { readonly change: 'write' })
  | (RemoveResult & { readonly change: 'remove' })
  | (MoveResult & { readonly change: 'move' });

/** The denied paths that exist on this machine, links resolved: for confining programs that open files by path. */
export interface DeniedEntries {
  /** In the trees; topmost ones only. */
  readonly unwritable: readonly string[];
  /** In the trees, and outside them where private files usually lie. */
  readonly unreadableFiles: readonly string[];
  /** As `unreadableFiles`; topmost ones only. */
  readonly unreadableDirectories: readonly string[];
}

/** What a volume promises beyond reading and writing files. */
export interface VolumeTraits {
  readonly kind: 'local' | 'cluster' | 'object' | 'overlay' | 'memory' | 'joined';
  /** Symbolic and hard links exist. */
  readonly links: boolean;
  /** Files have an owner and a mode, which an update keeps. */
  readonly modes: boolean;
  /** Programs of this machine see the trees at the same paths. */
  readonly commands: boolean;
  /** Between which writers no update is lost. */
  readonly apart: 'process' | 'user' | 'cluster' | 'store';
  /** A file is moved in one step. */
  readonly atomicMove: boolean;
  /** Several files can be changed together, all or none. */
  readonly transactions: boolean;
}

/**
 * What something is opened for, so that a volume fetches no more than that: the `content` of a file or the entries of one
 * directory, the `names` of all that lies below a directory, or the whole `tree`, contents included.
 */
export interface Purpose {
  readonly for: 'content' | 'names' | 'tree';
  /** Ends the fetching of what a walk reads: ignore files, or a whole tree. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A set of directory trees behind one door. Every path is absolute and may be hostile; what comes back was judged
 * after it was opened, so nothing outside the trees is ever shown or changed.
 */
export interface Volume extends AsyncDisposable {
  /** The trees, as real paths. */
  readonly roots: readonly RealPath[];
  readonly traits: VolumeTraits;
  /** To be called once, before anything else. @throws ToolError if the volume cannot keep what its traits promise */
  prepare(): Promise<void>;
  /**
   * Opens what `path` leads to, links followed.
   * @param purpose default: `content`
   * @throws ToolError `NOT_FOUND` (details: `candidates`), `ACCESS_DENIED`, `PERMISSION_DENIED`, `NOT_DIRECTORY`,
   * `UNSUPPORTED_FILE` (FIFO, socket, device), `INVALID_ARGUMENT` (a path no system can have), `IO_ERROR`
   */
  open(path: string, purpose?: Purpose): Promise<OpenFile | OpenDirectory>;
  /**
   * Finds where a change to `path` would be made, and touches nothing: of its content (`target`: links are followed), or
   * of its name (`entry`: a link that has the name is not followed).
   * @throws ToolError `ACCESS_DENIED` for what may not be changed, whether or not something is there; else as `update`
   */
  locate(path: string, change: 'target' | 'entry'): Promise<Location>;
  /**
   * Gives the file at `path` the content that `change` computes, as one atomic and durable step; makes missing parents.
   * On any failure the old content stays and what was made on the way is gone.
   * @throws ToolError as `open`, and `IS_DIRECTORY`, `CONFLICT`, `DISK_FULL`, `READ_ONLY`, and whatever `change` throws
   */
  update<Result = undefined>(
    path: string,
    change: Change<Result>,
    options?: UpdateOptions,
  ): Promise<WriteResult<Result>>;
  /**
   * Removes what `path` names; a link goes, and what it leads to stays.
   * @throws ToolError as `update`, and `IO_ERROR` for a directory that holds something, unless it goes with that
   */
  remove(path: string, options?: ChangeOptions & Removal): Promise<RemoveResult>;
  /**
   * Gives what `from` names the name `to`, in one step on one file system; makes missing parents. A link is moved, and
   * what it leads to stays.
   * @throws ToolError as `update`, and `INVALID_ARGUMENT` for a name that is taken, or that lies below `from`
   */
  move(from: string, to: string, options?: ChangeOptions & Moving): Promise<MoveResult>;
  /** Makes a directory and its missing parents. @throws ToolError as `update`, `NOT_DIRECTORY` if a file is there */
  makeDirectory(path: string, options?: ChangeOptions): Promise<DirectoryResult>;
  /**
   * Makes all of the changes or none, whatever happens; no path may be named, or contained, by two of them. A reader may
   * see some of them made and others not for an instant.
   * @throws ToolError as `update`, `remove` and `move`; then nothing has changed
   */
  transact(changes: readonly FileChange[], options?: ChangeOptions): Promise<readonly ChangeResult[]>;
  /** Looks for what is denied; takes as long as a walk through the trees. */
  deniedEntries(): DeniedEntries;
  /** Opens the trees to a sandboxed program; there where programs can see them only so. */
  openView?(mounts: ProgramMounts): Promise<ProgramView>;
}
