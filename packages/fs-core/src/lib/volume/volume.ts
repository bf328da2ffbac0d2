import type {
  Change,
  ChangeOptions,
  ChangeResult,
  DirectoryResult,
  FileChange,
  Location,
  MoveOptions,
  MoveResult,
  Removal,
  RemoveResult,
  UpdateOptions,
  WriteResult,
} from './change.ts';
import type { OpenDirectory, OpenFile, RealPath } from './open-entry.ts';

/** The denied paths that exist on this machine, links resolved: for confining programs that open files by path. */
export interface DeniedEntries {
  /** Unwritable paths in the trees; topmost ones only. */
  readonly unwritable: readonly string[];
  /** Unreadable files in the trees, and outside them where private files usually lie. */
  readonly unreadableFiles: readonly string[];
  /** Unreadable directories in the same places; topmost ones only. */
  readonly unreadableDirectories: readonly string[];
  /**
   * Directories in the trees that must keep their names: by another one, what is denied below them would not be, or what
   * will be made there. Each comes before those below it.
   */
  readonly fixedDirectories: readonly string[];
  /** Directories in the trees in which git would run as in a repository, whatever they are called, and links of such names. */
  readonly repositories: readonly string[];
  /**
   * Git directories of the repositories in which the trees lie, and of those in them, with what their worktrees share: in
   * the trees and outside. Each comes before those below it.
   */
  readonly gitDirectories: readonly GitDirectory[];
}

/** A git directory, and the working trees by which it was found. */
export interface GitDirectory {
  readonly path: string;
  readonly worktrees: readonly string[];
}

/** The denied entries of a volume in which no program can open a file by its path. */
export const NO_DENIED_ENTRIES: DeniedEntries = {
  unwritable: [],
  unreadableFiles: [],
  unreadableDirectories: [],
  fixedDirectories: [],
  repositories: [],
  gitDirectories: [],
};

/** Ignore files that hide a part of a volume. */
export interface VolumeGuard {
  /** The volume without them, for counting what they hide; null if they are known to hide nothing. */
  readonly unguarded: Volume | null;
  /** Name of the ignore files whose patterns count more than git's, so that `!` shows what git ignores; null if none do. */
  readonly outranksGit: string | null;
}

/** Promises of a volume beyond reading and writing files. */
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
  /** Searches read a copy, which has no files over the limit of a session. */
  readonly searchedInCopy?: true;
}

/**
 * Purpose of opening something, so that a volume fetches no more than that needs: the `content` of a file or the
 * entries of one directory, the `names` of all that lies below a directory, `either` the content of a file or the names
 * below a directory, or the whole `tree`, contents included.
 */
export interface Purpose {
  readonly for: 'content' | 'names' | 'either' | 'tree';
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
  /** Present if ignore files hide a part of the trees from every operation. */
  readonly guard?: VolumeGuard;
  readonly traits: VolumeTraits;
  /** Called once, before anything else. @throws ToolError if the volume cannot keep what its traits promise */
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
  locate(path: string, change: 'target' | 'entry', options?: Pick<ChangeOptions, 'signal'>): Promise<Location>;
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
  move(from: string, to: string, options?: ChangeOptions & MoveOptions): Promise<MoveResult>;
  /** Makes a directory and its missing parents. @throws ToolError as `update`, `NOT_DIRECTORY` if a file is there */
  makeDirectory(path: string, options?: ChangeOptions): Promise<DirectoryResult>;
  /**
   * Makes all of the changes or none, whatever happens; no path may be named, or contained, by two of them. A reader may
   * see some of them made and others not for an instant.
   * @throws ToolError as `update`, `remove` and `move`; then nothing has changed
   */
  transact(changes: readonly FileChange[], options?: ChangeOptions): Promise<readonly ChangeResult[]>;
  /**
   * Looks for what is denied, by a walk through the trees, during which others have their turn.
   * @param where `trees`: what lies outside of them is left out
   */
  deniedEntries(where?: 'trees'): Promise<DeniedEntries>;
}
