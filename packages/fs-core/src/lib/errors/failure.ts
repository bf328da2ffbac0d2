import type {
  ArgumentIssue,
  LockHolder,
  Matches,
  NotebookFault,
  OfficeFault,
  OfPath,
  PageBound,
  PatchFault,
  PathObjection,
  PictureFault,
  SavedOutput,
  SimilarText,
  Sizes,
  StreamText,
  SystemRefusal,
} from './failure-parts.ts';

/**
 * Every way in which an operation can fail: a code, and what is known of the failure. Programs read these fields in
 * `_meta["dragoman/error"]`; formatters make of them what a model reads.
 */
export type Failure = FailureOf<ErrorCode>;

/** Code of a failure, which never changes its meaning. */
export type ErrorCode = keyof Facts;

/** A failure of one code. */
export type FailureOf<Code extends ErrorCode> = { [C in Code]: Readonly<{ code: C } & Facts[C]> }[Code];

/** Data about a failure, besides its code. */
export type ErrorDetails = Readonly<Facts[ErrorCode]>;

/** Data about a failure whose code stands for several problems, with the name of its problem. */
export type ProblemOf<Code extends keyof Problems, Name extends keyof Problems[Code] = keyof Problems[Code]> = {
  [N in Name]: Readonly<{ problem: N } & Problems[Code][N]>;
}[Name];

interface Facts {
  NOT_FOUND: SystemRefusal & {
    /** Absolute paths of similar names, the most similar first. */
    candidates?: readonly string[];
    /** The candidates have the same name in other characters, or something stands around it: all are to be named. */
    alike?: true;
    /** The directory to which the session went back, if its own is gone. */
    workdir?: string;
    /** The file is there, and no edit of it that could be undone. */
    missing?: 'edit';
  };
  IS_DIRECTORY: SystemRefusal;
  /** `kind`: what the path names instead; absent if the path leads through something else than directories. */
  NOT_DIRECTORY: SystemRefusal & { kind?: 'file' };
  /**
   * `allowed`: the allowed directories; `windowsPath`: the path is one of Windows, and this is another system; `workdir`:
   * the working directory, if nothing is allowed since nobody named a directory.
   */
  ACCESS_DENIED: OfPath & { allowed: readonly string[]; windowsPath?: true; workdir?: string };
  PERMISSION_DENIED: SystemRefusal;
  FILE_TOO_LARGE: OfPath &
    Sizes & {
      operation?: 'read' | 'edit' | 'write';
      /** Absent if the limit is none that a session sets. */
      bound?: 'file-size';
      /** The limit in other terms, such as `9 MB of base64`. */
      meaning?: string;
      /** True if lines of the file can be read, whatever its size. */
      inParts?: true;
      /** Lines of the file that can be read at once, where others cannot. */
      lines?: { readonly startLine: number; readonly endLine: number };
      /** True if a search leaves the file out, too. */
      unsearched?: true;
      /** True if the limit holds for searches over several lines only. */
      multiline?: boolean;
      /** The picture that nothing could scale to what is shown. */
      picture?: PictureFault;
    };
  CONTENT_TOO_LARGE: Sizes & Partial<OfPath>;
  /** Both in bytes. */
  REPLACEMENT_TOO_LARGE: OfPath & { size: number; maxReplacementSize: number };
  /**
   * No regular file; content that is no text, of a PDF with the reason (null: its type is not known); or a file named as a
   * notebook that is none.
   */
  UNSUPPORTED_FILE:
    | (SystemRefusal & { kind?: string })
    | {
        path?: string;
        size?: number;
        mimeType: string | null;
        reason?: 'encrypted' | 'damaged' | 'memory';
        picture?: PictureFault;
        office?: OfficeFault;
      }
    | (OfPath & { notebook: NotebookFault });
  INVALID_ARGUMENT: ProblemOf<'INVALID_ARGUMENT'>;
  INVALID_RANGE: ProblemOf<'INVALID_RANGE'>;
  /** `pattern`: cut if it is long; `reason`: what its parser says. */
  INVALID_PATTERN: { pattern: string; reason: string; problem: 'glob' | 'text' | 'regexp' };
  /** `nearest`: the places most like the old text. */
  NO_MATCH: OfPath & {
    nearest: readonly SimilarText[];
    /** The text, among several edits, that was not found. */
    oldText?: string;
    /** The lines of a patch that a hunk stands below, or those that it keeps and removes. */
    missing?: { readonly sought: 'context' | 'lines'; readonly lines: readonly string[] };
  };
  AMBIGUOUS_MATCH: Matches;
  COUNT_MISMATCH: Matches;
  /** `codePoint`: `U+` and at least four hex digits; `line` and `column`: of the new text, 1-based, in code points. */
  UNENCODABLE: {
    path?: string;
    encoding: string;
    /** Encodings that the file may as well be in, and that would write other bytes. */
    alternatives?: readonly string[];
    character: string;
    codePoint: string;
    line: number;
    column: number;
  };
  /** `bound`: there if the file is too large to be read. */
  NOT_READ: OfPath & Partial<Sizes> & { version: string; bound?: 'file-size' };
  STALE_READ: OfPath & { version: string };
  STALE_CONTINUATION: OfPath & { version: string };
  CONFLICT: ProblemOf<'CONFLICT'>;
  DECLINED: { reason?: string };
  /** `why`: there if it is Dragoman that refuses, since writers on several machines could not be kept apart. */
  READ_ONLY: SystemRefusal & { why?: 'object-store' | 'no-flock' | 'no-lock' | 'no-if-match' };
  DISK_FULL: SystemRefusal;
  COMMAND_REJECTED: ProblemOf<'COMMAND_REJECTED'>;
  /** A command that failed, for tools that count that as their own failure. One of `exitCode` and `signal` is null. */
  COMMAND_FAILED: MayLose & {
    output: StreamText;
    exitCode: number | null;
    signal: string | null;
    group: number;
    /** The file that holds all of the output, if that is long. */
    saved?: SavedOutput;
    /** The directory to which the session went back, if the command ended in one where it may not work. */
    resetTo?: string;
  };
  TIMEOUT: ProblemOf<'TIMEOUT'>;
  CANCELLED: object;
  /** `isGone`: it is the name of a task, but of none that is here now. */
  TASK_NOT_FOUND: { taskId: string; isGone?: true };
  TOO_MANY_TASKS: { running: number; limit: number };
  IO_ERROR: SystemRefusal | ProblemOf<'IO_ERROR'>;
}

/** Data about each problem that a code stands for. */
export interface Problems {
  /** The reason why an argument cannot be used. */
  INVALID_ARGUMENT: Record<
    | 'empty'
    | 'absolute-pattern'
    | 'ascending-pattern'
    | 'offset'
    | 'limit'
    | 'depth'
    | 'both-ends'
    | 'continuation'
    | 'empty-command'
    | 'terminal'
    | 'nul-in-command',
    object
  > &
    Record<'no-path' | 'equal-texts' | 'empty-old-text' | 'range-of-directory' | 'tree-itself', OfPath> & {
      /** A text in which a line only stands for what is left out. */
      placeholder: { argument: string };
      /** `more`: how many further issues there are; absent if all are named. */
      arguments: { issues: readonly ArgumentIssue[]; more?: number };
      tool: { tool?: string };
      /** An option of a program, a session or a toolset: people read of it before any model is served. */
      option: { option: string; text?: string };
      path: OfPath & { objection: PathObjection };
      name: SystemRefusal;
      /** More edits of a file of its size than are made one after the other. */
      'many-edits': OfPath & { edits: number };
      /** `candidates`: the absolute path that may have been meant. */
      relative: OfPath & { argument?: string; candidates?: readonly string[]; alike?: true };
      exists: OfPath & { exists: true };
      /** A move of a directory into itself. */
      'into-itself': OfPath & { to: string };
      /** An edit of a notebook's text, which another tool edits cell by cell. */
      notebook: OfPath;
      /** Two of several changes that name one path, or of which one lies inside of the other. */
      twice: OfPath;
      /** Two paths that are to be changed together, and lie in different volumes. */
      apart: OfPath & { other: string };
      /** Several paths that were to be changed together, in a volume that changes one at a time. */
      'one-by-one': OfPath;
      /** `unusable`: path of an ignore file that cannot be obeyed, for which all beside and below it is hidden. */
      ignored: OfPath & { ignoreFile: string; unusable?: string };
      /** `line`: 1-based, of the patch; `text`: the line, or the path of the section that is at fault. */
      patch: { fault: PatchFault; line?: number; text?: string };
      pages: { argument: string; pages: string };
      /** A notebook's cell that was to be changed. `cell`: its id as it was given; absent if none was. */
      cell: OfPath & { cell?: string };
      /** A cell with attachments that was to become a code cell. */
      'cell-attachments': OfPath;
      /** A file that is not named as a notebook. */
      'notebook-name': OfPath;
      /** A new cell without its type. */
      'cell-type': object;
      /** A range of more pages than one call reads; or, if none is given, all of so many. */
      'many-pages': { pages?: string; totalPages?: number };
      /** `bound`: which of a page's limits is too small; `bytes`: of the entry, absent for text. */
      'no-room': { bound: PageBound; limit: number | null; bytes?: number };
      'continuation-range': { startLine: number; endLine: number | null };
      'chunk-order': { id: string; index: number; expectedIndex: number };
      'chunk-target': { id: string };
      'file-type': { type: string; candidates: readonly string[] };
      encoding: { encoding: string };
      /** A label that no engine could know. */
      label: { of: 'type' | 'encoding'; reason: string };
      'long-command': Sizes;
    };
  /** Lines, pages or cells that a file does not have, or entries of a directory. All are 1-based but cells. */
  INVALID_RANGE: {
    /**
     * `startLine`: of an insertion, the line before it; `endLine`: absent if none was asked for; `totalLines`: absent if
     * the lines were not counted.
     */
    lines: Partial<OfPath> & {
      action: 'read' | 'replace' | 'insert';
      startLine: number;
      endLine?: number;
      totalLines?: number;
    };
    /** `unit`: absent for pages. */
    'past-page': OfPath & { page: number; totalPages: number; unit?: 'sheet' | 'slide' };
    'past-entry': OfPath & { entry: number; totalEntries: number };
    'past-cell': OfPath & { cell: number; totalCells: number };
    pages: { pages: string };
  };
  /** A file or directory that another process, or the user, has changed. */
  CONFLICT: {
    changed: OfPath & { changedMeanwhile: true };
    shrunk: OfPath & { action: 'read' | 'write'; changedMeanwhile?: true };
    directory: OfPath;
    unstable: Partial<OfPath>;
    /** `holder`: id of the process that is writing, or who on another machine; null if that is unknown. */
    locked: OfPath & { holder: number | LockHolder | null };
    unapproved: OfPath & { unapproved: true };
    /** `failed`: names of the preconditions that do not hold. Long texts are cut. */
    preconditions: OfPath & {
      failed: readonly string[];
      expected: { version?: string; totalLines?: number; expectedText?: string; expectedTextTruncated?: boolean };
      actual: { version: string; totalLines: number; text: string; textTruncated?: boolean };
    };
  };
  /** The reason why a command is not run. */
  COMMAND_REJECTED: Record<'shell-off' | 'no-shell' | 'no-git-bash' | 'empty' | 'input-closed', object> & {
    sandbox: { reason: string };
    directory: { directory: string };
    absolute: { directory: string };
    substitution: { syntax: string };
  };
  /** The work that took longer than its limit. */
  TIMEOUT: {
    /** A call as a whole. */
    call: { timeoutMs: number };
    /** `group`: id of the command's process group. */
    command: MayLose & {
      timeoutMs: number;
      stdout: StreamText;
      stderr: StreamText;
      signal: string | null;
      group: number;
    };
    /** Reading a PDF. */
    pdf: Partial<OfPath> & { reason: 'time'; timeoutMs: number };
  };
  /** A fault below the file system, or in this program. */
  IO_ERROR: Record<'descriptors' | 'processes' | 'ripgrep-missing', Partial<OfPath>> & {
    unsearchable: OfPath;
    'too-deep': OfPath;
    'ripgrep-version': OfPath;
    'ripgrep-start': OfPath & { reason: string };
    'ripgrep-end': OfPath & { status: number | string | null; said?: string };
    'command-start': Partial<OfPath> & { reason: string };
    /** An object store. `outcome`: there if it cannot be told whether the write was carried out. */
    'store-unreachable': Partial<OfPath> & { reason: string; outcome?: 'unknown' };
    'store-slow': Partial<OfPath> & { outcome?: 'unknown' };
    /** `reason`: what it answered that it should not have. */
    'store-answer': Partial<OfPath> & { reason: string; outcome?: 'unknown' };
    /** `limit`: how many objects a listing may have. */
    'too-many-objects': OfPath & { limit: number };
    /** A fault of this program; the log holds the rest under the same id. */
    fault: Partial<OfPath> & { id: string };
  };
}

/** Traces of sandboxed commands that may run a program, or give its rights, later on. All paths are absolute. */
export interface CommandTraces {
  /** New repositories, and other new paths that no tool may write. */
  readonly planted: readonly string[];
  /** Files whose set-user-id and set-group-id bits were cleared. */
  readonly cleared: readonly string[];
  /** Number of further ones of both kinds. */
  readonly more: number;
  /** Not all entries of the trees were looked at for such bits: there are too many, or directories are closed. */
  readonly isPartial?: true;
  /** The search itself failed: what else the command left is not known. */
  readonly isFailed?: true;
  /** Paths in git directories that were removed, since git would have obeyed them. */
  readonly removed?: readonly string[];
  /** Git could not write in its directories, which an option of the server would let it. */
  readonly isGitRefused?: true;
}

/** The changes of a command that are not kept, and what it left; absent if all are kept, and if it left nothing. */
interface MayLose {
  readonly traces?: CommandTraces;
  /** Path of a file with all that it printed; absent if all is kept. */
  readonly wholeOutput?: string;
}
