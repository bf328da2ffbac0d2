import type {
  Change,
  ChangeOptions,
  ChangeResult,
  DirectoryResult,
  FileChange,
  Log,
  MoveOptions,
  MoveResult,
  Origin,
  Removal,
  RemoveResult,
  Volume,
  WriteResult,
} from '@dragoman/fs-core/internal/kernel';
import type { Narrower } from '@dragoman/search/internal/search';
import type { CommandLogs } from './command-logs.ts';
import type { JournalSettings } from './journal/journal-settings.ts';
import type { SessionJournal } from './journal/session-journal.ts';
import type { Limits } from './limits.ts';
import type { ReadLedger } from './read-ledger.ts';
import type { ReplacementChunks } from './replacement-chunks.ts';
import type { SessionShell, ShellSettings } from './session-shell.ts';
import type { Turns } from './turns.ts';

/** Files that a session may touch, and its rules; checked by `createSession`. */
export interface SessionOptions {
  /** Absolute path of the first working directory. */
  readonly workdir: string;
  /**
   * The volume that holds the files. Default: directories of this machine, as the next four options say; a volume
   * brings rules of its own. Sessions may share one, so its owner disposes of it.
   */
  readonly volume?: Volume;
  /** Absolute paths of the only trees that may be touched. Default: the working directory. */
  readonly allow?: readonly string[];
  /** Globs of what is denied, whatever is allowed. */
  readonly deny?: readonly string[];
  /** True if the built-in deny list holds, too. Default true. */
  readonly builtinDeny?: boolean;
  /** No tool that can change a file is listed or callable. */
  readonly readOnly?: boolean;
  /** Writes check everything and change nothing. */
  readonly dryRun?: boolean;
  /** True if a write is on the disk before it is reported. Default true. */
  readonly fsync?: boolean;
  /**
   * The writers of a file that are kept apart: those of this user on this machine (`user`), those of every machine that
   * has the file system (`shared`), or as the file system demands (`auto`). Default `auto`.
   */
  readonly locks?: 'auto' | 'user' | 'shared';
  /** True if hidden files are listed where a dialect leaves that to the user. Default false. */
  readonly hidden?: boolean;
  /**
   * Policy for overwriting or editing files: they must have been read `always`, `never`, or as the dialect says.
   * Default: as the dialect says.
   */
  readonly requireRead?: 'auto' | 'always' | 'never';
  readonly limits?: Partial<Limits>;
  /** Variables that say where the user's own configuration lies, such as `HOME`. Default: none. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Settings for recording each call that changes something, so that it can be undone. Default: nothing. */
  readonly journal?: JournalSettings | null;
  /** Absolute path of the directory that is the memory of a model, made if it is missing. Default: there is none. */
  readonly memoryDir?: string;
  /** Settings for running commands. Default: none do. */
  readonly shell?: ShellSettings | null;
  /**
   * `auto`: indexes in the user's cache spare searches files, and are built in the background if searches are slow. Or the
   * absolute path of the directory that holds the indexes; or `off`. Default `auto`.
   */
  readonly index?: 'auto' | 'off' | (string & {});
  /** Called with what no result says. Default: it is dropped. */
  readonly log?: Log;
}

/** State that lives as long as one client's connection. `await using` closes it. */
export interface Session extends SessionChanges, AsyncDisposable {
  /** Names the session in a journal. */
  readonly id: string;
  readonly volume: Volume;
  readonly limits: Limits;
  readonly readOnly: boolean;
  readonly dryRun: boolean;
  /** True if hidden files are listed where a dialect leaves that to the user. */
  readonly hidden: boolean;
  /**
   * Policy for overwriting or editing files: they must have been read `always`, `never`, or as the dialect says
   * (`auto`).
   */
  readonly requireRead: 'auto' | 'always' | 'never';
  readonly ledger: ReadLedger;
  /** Parts of large replacements that are not complete yet. */
  readonly chunks: ReplacementChunks;
  /** The tree that a dialect names as its root. */
  readonly workdir: string;
  /** The current working directory: `workdir` until a command moves it. */
  readonly cwd: string;
  changeDirectory(path: string): void;
  /**
   * Works in other trees from now on. What the session has read stays known, and commands go on, except sandboxed ones
   * that could still write to a tree that is given up. A current directory that a command moved to stays, if the new
   * trees contain it.
   * @throws ToolError as `createSession` and `prepare`; then nothing has changed
   */
  moveTo(trees: Pick<SessionOptions, 'workdir' | 'allow'>): Promise<void>;
  /**
   * The absolute form of a path: relative ones start at the current directory, `~` is the home directory. Nothing is
   * touched.
   * @throws ToolError `INVALID_ARGUMENT` for an empty path, which would mean the directory itself
   */
  resolve(path: string): string;
  /** Queue in which the calls ask for approval: one at a time. */
  readonly turns: Turns;
  /** Variables that say where the user's own configuration lies, such as `HOME`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Null if commands are off. */
  readonly shell: SessionShell | null;
  /** Files of what commands have printed, and the commands that go on. */
  readonly commandLogs: CommandLogs;
  /** The recorded changes, and the means of undoing them; null where nothing is recorded. */
  readonly journal: SessionJournal | null;
  /** Index of the files that are searched; null if none is to be used. */
  readonly index: Narrower | null;
  /** Works in the memory of a model, under the rules of this session; null if there is none. */
  readonly memory: Session | null;
  /**
   * Makes the volume ready. Finds out now, and not on first use, whether the working directory is one, and whether
   * commands can be confined as the options demand.
   * @throws ToolError `NOT_DIRECTORY`, `COMMAND_REJECTED`; as `Volume.prepare` and `Volume.open`
   */
  prepare(): Promise<void>;
  /** @throws ToolError `CANCELLED` if the session was closed */
  assertOpen(): void;
  /** Ends processes that commands left running. From then on, no command and no call of a toolset starts. */
  close(): Promise<void>;
}

/**
 * Methods by which a session changes its volume: like those of the same names of `Volume`, under the session's rules. A
 * file must have been read if the call requires that; a dry run, whether the session's or the call's, changes nothing;
 * and if the call wants approval, nothing is changed but what was approved. Paths are as `resolve` takes them.
 * @throws ToolError `READ_ONLY` in a session that changes nothing, `NOT_READ`, `STALE_READ`, `CONFLICT` for what is
 * another now than was approved; as `Volume`
 */
export interface SessionChanges {
  /** The result of the change makes the outcome of what was written. */
  update<Outcome>(path: string, call: WriteCall<Outcome>, change: SessionChange<Outcome>): Promise<Outcome>;
  remove(path: string, call: WriteCall<RemoveResult>, how?: Removal): Promise<RemoveResult>;
  move(ends: MoveOptions & Ends, call: WriteCall<MoveResult>): Promise<MoveResult>;
  makeDirectory(path: string, call: WriteCall<DirectoryResult>): Promise<DirectoryResult>;
  transact(changes: readonly FileChange[], call: WriteCall<readonly ChangeResult[]>): Promise<readonly ChangeResult[]>;
  /** Lets something else change a file that is there, where a call may. @throws ToolError `IS_DIRECTORY`, `NOT_FOUND` */
  turn<Outcome>(path: string, call: WriteCall<Outcome>, turn: ChangeByPath<Outcome>): Promise<Outcome>;
}

/** Changes a file by its real path; on a dry run, tells what would become of it. */
export type ChangeByPath<Outcome> = (
  realPath: string,
  options: Pick<ChangeOptions, 'signal'> & { readonly dryRun: boolean },
) => Promise<Outcome>;

/** The names that a moved file or directory has and gets. */
export interface Ends {
  readonly from: string;
  readonly to: string;
}

/** Computes what a file becomes; the result makes the operation's outcome of what was written. */
export type SessionChange<Outcome> = Change<(write: SessionWrite) => Outcome>;

/** A call that writes a file. */
export interface WriteCall<Outcome> extends Call<Outcome> {
  /** Nothing is changed by this call. */
  readonly dryRun?: boolean;
}

/** Result of a write, with the path as the caller gave it. */
export interface SessionWrite extends Omit<WriteResult, 'identity' | 'result'> {
  readonly path: string;
  readonly dryRun: boolean;
}

/** Options that a caller passes along with one call. */
export interface CallOptions {
  /** Ends the call; if its reason is a `ToolError`, that failure is answered in place of `CANCELLED`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Called with the bytes of content that the call has put into files, as soon as they are there, however the call ends.
   * It does not learn what commands write.
   */
  readonly onWritten?: ((bytes: number) => void) | undefined;
}

/** A report on a call that is still running. */
export interface Progress {
  /** Amount of work done: files, matches or seconds, as the operation counts. */
  readonly done: number;
  /** Amount of work in all; absent where that is not known. */
  readonly total?: number;
  readonly message: string;
}

/** The tool that is called, and its caller. */
export type CallOrigin = Omit<Origin, 'session'>;

/** Data about the call that an operation with this outcome serves. */
export interface Call<Outcome = never> extends CallOptions {
  /** True if a file must have been read in this session before it is overwritten or edited. */
  readonly requireRead: boolean;
  /** True if the session keeps what it was shown of files although no change asks for that. */
  readonly remembersReads?: boolean;
  /** The tool that is called, and its caller, by which a journal names the call. */
  readonly by?: CallOrigin | undefined;
  /** UTF-8 bytes that the result's text may take in any case; more of them, if its reader counts characters. */
  readonly maxResponseSize: number;
  /** Asked before anything is changed, with the outcome that a dry run would have; if it throws, nothing is. */
  readonly approve?: ((outcome: Outcome) => Promise<void>) | undefined;
  /** True if a search reports the places of the matches in their lines. */
  readonly locatesMatches?: boolean | undefined;
}

/** One operation: knows what to do, and nothing of how a dialect words it. Throws `ToolError`. */
export type Operation<Request, Outcome> = (session: Session, request: Request, call: Call<Outcome>) => Promise<Outcome>;
