import type { DirectoryEntry, FileIdentity, OpenFile, RealPath } from './open-entry.ts';

/** The call of a tool that changes something. */
export interface Origin {
  /** Names the session among all that share a journal. */
  readonly session: string;
  readonly dialect: string;
  readonly tool: string;
  /** The name of the client that called it. */
  readonly client: string;
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
  /** The call of a tool that it serves: a journal, if there is one, names it by that. */
  readonly by?: Origin | undefined;
  /** Called with the result before the next writer of the file in this process has its turn. */
  readonly onWritten?: (result: WriteResult<unknown>) => void;
}

/** The place where a change to a path would be made. */
export interface Location {
  readonly realPath: RealPath;
  /** Kind of the entry there now; null if there is none. */
  readonly kind: DirectoryEntry['kind'] | null;
}

/** Result of an update, or on a dry run of what it would have done. */
export interface WriteResult<Result = undefined> {
  readonly realPath: RealPath;
  /** True if there was no file before. */
  readonly created: boolean;
  /** Size of the file as it is now. */
  readonly bytesWritten: number;
  /** `sha256:` and the hex digest of the file's bytes as they are now. */
  readonly version: string;
  /** The file's name was one of several for the same content; the other names keep the old content. */
  readonly brokeHardLink: boolean;
  /** Attributes of the old file that could not be carried over: `owner`, `group`, `mode`, `xattrs`. */
  readonly notKept: readonly string[];
  /** False if the directory could not be synced: after a power failure, the old content may be back. */
  readonly synced: boolean;
  /** State of the file just after the write; null on a dry run, and if it is unknown. */
  readonly identity: FileIdentity | null;
  /** The result that the change gave along with the content that was written. */
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
  | (MoveOptions & {
      readonly kind: 'move';
      readonly from: string;
      readonly to: string;
      /** New content of the file, computed from what it was; it keeps its mode. */
      readonly change?: Change<unknown>;
    });

/** Options of a removal. */
export interface Removal {
  /** True if a directory goes with everything in it. Default: only if it is empty. */
  readonly recursive?: boolean | undefined;
  readonly precondition?: Precondition | undefined;
}

/** Options of a move. */
export interface MoveOptions {
  /** True if a file that has the new name already is replaced. A directory never is. Default false. */
  readonly overwrite?: boolean | undefined;
  readonly precondition?: Precondition | undefined;
}

/** Options of changes that compute nothing. */
export interface ChangeOptions extends Pick<UpdateOptions, 'dryRun' | 'signal' | 'by'> {
  /** Called after each of several changes that is ready to be put in place, with how many are. */
  readonly onStaged?: (count: number) => void;
}

/** Result of a removal, or on a dry run of what it would have done. */
export interface RemoveResult {
  readonly realPath: RealPath;
  readonly kind: DirectoryEntry['kind'];
  /** False if the directory could not be synced: after a power failure, it may be there again. */
  readonly synced: boolean;
  /**
   * False if it took more than one step: what somebody wrote in between is gone, too, and of a directory a part may be
   * left after a crash.
   */
  readonly atomic?: false;
}

/** Result of a move, or on a dry run of what it would have done. */
export interface MoveResult {
  readonly from: RealPath;
  readonly realPath: RealPath;
  readonly kind: DirectoryEntry['kind'];
  /** True if a file of the new name was replaced. */
  readonly replaced: boolean;
  /**
   * True if it was copied and then removed, since its new place is on another file system, or since a process cannot
   * hold two directories on this system.
   */
  readonly copied: boolean;
  /** False if it took more than one step: a crash in between leaves it at both places. */
  readonly atomic?: false;
  /**
   * Attributes like those of `WriteResult`, if it was copied or got new content; and `links`: other names are still of
   * what it was.
   */
  readonly notKept: readonly string[];
  /** Version like that of `WriteResult`; null if no content was written. */
  readonly version: string | null;
  /** State of the file just after the move; null as in `WriteResult`, and for what is no file. */
  readonly identity: FileIdentity | null;
  readonly synced: boolean;
}

/** Result of making a directory, or on a dry run of what it would have done. */
export interface DirectoryResult {
  readonly realPath: RealPath;
  /** False if it was there already. */
  readonly created: boolean;
  readonly synced: boolean;
}

/** Result of one of several changes, in their order. */
export type ChangeResult =
  | (WriteResult<unknown> & { readonly change: 'write' })
  | (RemoveResult & { readonly change: 'remove' })
  | (MoveResult & { readonly change: 'move' });
