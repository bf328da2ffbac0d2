/**
 * Every way in which an operation can fail: a code, and what is known of the failure. Programs read these fields in
 * `_meta["dragoman/error"]`; formatters make of them what a model reads.
 */
export type Failure = FailureOf<ErrorCode>;

export type ErrorCode = keyof Facts;

/** A failure of one code. */
export type FailureOf<Code extends ErrorCode> = { [C in Code]: Readonly<{ code: C } & Facts[C]> }[Code];

/** What is known of a failure, besides its code. */
export type ErrorDetails = Readonly<Facts[ErrorCode]>;

/** What is known of a failure whose code stands for several problems, and which of them it is. */
export type ProblemOf<Code extends keyof Problems, Name extends keyof Problems[Code] = keyof Problems[Code]> = {
  [N in Name]: Readonly<{ problem: N } & Problems[Code][N]>;
}[Name];

interface Facts {
  NOT_FOUND: SystemRefusal & {
    /** Absolute paths of similar names, the most similar first. */
    candidates?: readonly string[];
    /** The directory to which the session went back, if its own is gone. */
    workdir?: string;
    /** The file is there, and no edit of it that could be undone. */
    missing?: 'edit';
  };
  IS_DIRECTORY: SystemRefusal;
  /** `kind`: what the path names instead; absent if the path leads through something else than directories. */
  NOT_DIRECTORY: SystemRefusal & { kind?: 'file' };
  /** `allowed`: the allowed directories; `windowsPath`: the path is one of Windows, and this is another system. */
  ACCESS_DENIED: OfPath & { allowed: readonly string[]; windowsPath?: true };
  PERMISSION_DENIED: SystemRefusal;
  FILE_TOO_LARGE: OfPath &
    Sizes & {
      operation?: 'read' | 'edit' | 'write';
      /** Absent if the limit is none that a session sets. */
      bound?: 'file-size';
      /** What the limit comes to, such as `9 MB of base64`. */
      meaning?: string;
      /** Whether a search leaves it out, too. */
      unsearched?: true;
      /** Whether the limit holds for searches over several lines only. */
      multiline?: boolean;
    };
  CONTENT_TOO_LARGE: Sizes & Partial<OfPath>;
  /** Both in bytes. */
  REPLACEMENT_TOO_LARGE: OfPath & { size: number; maxReplacementSize: number };
  /** No regular file; or content that is no text, of a PDF with the reason. Null: its type is not known. */
  UNSUPPORTED_FILE:
    | (SystemRefusal & { kind?: string })
    | { path?: string; size?: number; mimeType: string | null; reason?: 'encrypted' | 'damaged' | 'memory' };
  INVALID_ARGUMENT: ProblemOf<'INVALID_ARGUMENT'>;
  INVALID_RANGE: ProblemOf<'INVALID_RANGE'>;
  /** `pattern`: cut if it is long; `reason`: what its parser says. */
  INVALID_PATTERN: { pattern: string; reason: string; problem: 'glob' | 'text' | 'regexp' };
  /** `nearest`: the places most like the old text. */
  NO_MATCH: OfPath & {
    nearest: readonly SimilarText[];
    /** Of several edits: the text that was not found. */
    oldText?: string;
    /** Of a patch: the lines that a hunk stands below, or those that it keeps and removes. */
    missing?: { readonly sought: 'context' | 'lines'; readonly lines: readonly string[] };
  };
  AMBIGUOUS_MATCH: Matches;
  COUNT_MISMATCH: Matches;
  /** `codePoint`: `U+` and at least four hex digits; `line` and `column`: of the new text, 1-based, in code points. */
  UNENCODABLE: { path?: string; encoding: string; character: string; codePoint: string; line: number; column: number };
  /** `bound`: there if the file is too large to be read. */
  NOT_READ: OfPath & Partial<Sizes> & { version: string; bound?: 'file-size' };
  STALE_READ: OfPath & { version: string };
  STALE_CONTINUATION: OfPath & { version: string };
  CONFLICT: ProblemOf<'CONFLICT'>;
  DECLINED: { reason?: string };
  /** `why`: there if it is Dragoman that refuses, since writers on several machines could not be kept apart. */
  READ_ONLY: SystemRefusal & { why?: 'object-store' | 'no-flock' | 'no-if-match' };
  DISK_FULL: SystemRefusal;
  COMMAND_REJECTED: ProblemOf<'COMMAND_REJECTED'>;
  /** For tools that count it as their own failure. One of `exitCode` and `signal` is null. */
  COMMAND_FAILED: MayLose & { output: StreamText; exitCode: number | null; signal: string | null; group: number };
  TIMEOUT: ProblemOf<'TIMEOUT'>;
  CANCELLED: object;
  /** `isGone`: it is the name of a task, but of none that is here now. */
  TASK_NOT_FOUND: { taskId: string; isGone?: true };
  TOO_MANY_TASKS: { running: number; limit: number };
  IO_ERROR: SystemRefusal | ProblemOf<'IO_ERROR'>;
}

/** What is known of each problem that a code stands for. */
export interface Problems {
  /** Why an argument cannot be used. */
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
    | 'nul-in-command',
    object
  > &
    Record<'no-path' | 'equal-texts' | 'empty-old-text' | 'range-of-directory' | 'tree-itself', OfPath> & {
      arguments: { issues: readonly ArgumentIssue[] };
      tool: { tool?: string };
      /** An option of a program, a session or a toolset: people read of it before any model is served. */
      option: { option: string; text?: string };
      path: OfPath & { objection: PathObjection };
      name: SystemRefusal;
      /** `candidates`: the absolute path that may have been meant. */
      relative: OfPath & { argument?: string; candidates?: readonly string[] };
      exists: OfPath & { exists: true };
      /** A move of a directory into itself. */
      'into-itself': OfPath & { to: string };
      /** Two of several changes that name one path, or of which one lies inside of the other. */
      twice: OfPath;
      /** Two paths that are to be changed together, and lie in different volumes. */
      apart: OfPath & { other: string };
      /** Several paths that were to be changed together, in a volume that changes one at a time. */
      'one-by-one': OfPath;
      ignored: OfPath & { ignoreFile: string };
      /** `line`: 1-based, of the patch; `text`: the line, or the path of the section that is at fault. */
      patch: { fault: PatchFault; line?: number; text?: string };
      pages: { argument: string; pages: string };
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
    'past-page': OfPath & { page: number; totalPages: number };
    'past-entry': OfPath & { entry: number; totalEntries: number };
    'past-cell': OfPath & { cell: number; totalCells: number };
    pages: { pages: string };
  };
  /** A file or directory that another process, or the user, has changed. */
  CONFLICT: {
    changed: OfPath & { changedMeanwhile: true };
    shrunk: OfPath & { action: 'read' | 'write'; changedMeanwhile?: true };
    directory: OfPath;
    created: OfPath;
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
  /** Why a command is not run. */
  COMMAND_REJECTED: Record<'shell-off' | 'no-shell' | 'no-git-bash' | 'empty' | 'terminal' | 'input-closed', object> & {
    sandbox: { reason: string };
    directory: { directory: string };
    absolute: { directory: string };
    substitution: { syntax: string };
  };
  /** What took longer than its limit. */
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
  /** What went wrong below the file system, or in this program. */
  IO_ERROR: Record<'descriptors' | 'processes' | 'ripgrep-missing', Partial<OfPath>> & {
    unsearchable: OfPath;
    'too-deep': OfPath;
    'ripgrep-version': OfPath;
    'ripgrep-start': OfPath & { reason: string };
    'ripgrep-end': OfPath & { status: number | string | null; said?: string };
    'command-start': Partial<OfPath> & { reason: string };
    /** What a command changed in a view of its own cannot be taken from there. */
    'command-changes': { reason: string };
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

/** Who writes a file that several machines share. */
export interface LockHolder {
  /** Its host name. */
  readonly machine: string;
  /** Id of the process there. */
  readonly process: number;
  /** ISO 8601. */
  readonly since: string;
}

/** Why a text is no patch. */
export type PatchFault =
  | 'first-line'
  | 'last-line'
  | 'empty'
  | 'environment'
  | 'header'
  | 'unexpected-line'
  | 'no-marker'
  | 'no-lines'
  | 'empty-update';

/** The path as the caller gave it. */
interface OfPath {
  readonly path: string;
  /** Of several changes made together: what was to become of this file, and how long that had taken. */
  readonly during?: { readonly change: 'update' | 'delete' | 'write'; readonly elapsedMs: number };
}

/** What the operating system refused. */
interface SystemRefusal extends OfPath {
  /** The system's name of the error, such as `EIO` (errno(3)). */
  readonly errno?: string;
  readonly action?: Action;
  /** Of a move: the new name. */
  readonly to?: string;
}

/** What was about to be done with a path. */
export type Action =
  | 'open'
  | 'read'
  | 'list'
  | 'enter'
  | 'write'
  | 'edit'
  | 'use'
  | 'search'
  | 'remove'
  | 'move'
  | 'make';

/** In bytes. */
interface Sizes {
  readonly size: number;
  readonly limit: number;
}

/** Places that match a text, of which another number was expected. */
interface Matches extends OfPath {
  readonly actual: number;
  readonly expected: number;
  /** 1-based lines of the first places: ten, unless a tool names more of them. */
  readonly lines: readonly number[];
  /** Of several edits: the text that was found more than once. */
  readonly oldText?: string;
}

/** What limits a page: what the caller asked for at most, or what the response has room for. */
export type PageBound = 'tokens' | 'bytes' | 'lines' | 'response';

/** What is wrong with one argument by its tool's schema. */
export interface ArgumentIssue {
  /** Name of the argument, or path to a part of it: `range`, `range.0`, `range.start`. */
  readonly argument: string;
  readonly problem: 'missing' | 'type' | 'too_small' | 'too_big' | 'unknown' | 'value';
  /** The JSON type that was expected, if the type is wrong; of a value, what it must be, in words. */
  readonly expected?: string;
  /** What is too small or too big: `number` for a value, `array` for a length. */
  readonly of?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The allowed values, if the schema lists them. */
  readonly values?: readonly unknown[];
}

/** Why no system can have a path, or why it names something else than a file. */
export type PathObjection =
  | 'nul'
  | 'ill-formed'
  | 'relative'
  | 'too-long'
  | 'device'
  | 'network-share'
  | 'drive-relative'
  | 'no-drive'
  | 'alternate-stream'
  | 'bad-character'
  | 'bad-end'
  | 'reserved-name'
  | 'short-name';

/** What a command wrote to one stream. */
export interface StreamText {
  /** Its beginning. */
  readonly text: string;
  /** Unicode code points of the whole stream. */
  readonly totalCharacters: number;
}

/** What a command changed and the volume did not take. */
export interface NotTaken {
  readonly path: string;
  readonly reason: 'denied' | 'changed' | 'kind' | 'mode' | 'name';
}

/** What of a command's changes is not kept: the first paths and how many more there are; or all, for one reason. */
export type NotKept = { readonly paths: readonly NotTaken[]; readonly more: number } | { readonly failure: Failure };

/** A command that may have changed what is not kept; absent if all is. */
interface MayLose {
  readonly notKept?: NotKept;
}

/** A place in a document whose text is much like the text that is looked for. */
export interface SimilarText {
  /** 1-based. */
  readonly startLine: number;
  readonly endLine: number;
  /** The lines there, cut after 2,000 characters. */
  readonly text: string;
  readonly differences: readonly DifferenceKind[];
}

/** Why a text is not found although something much like it is there. `content`: the words themselves differ. */
export type DifferenceKind =
  | 'lineNumbers'
  | 'escapes'
  | 'lineEnding'
  | 'trailingSpace'
  | 'tabs'
  | 'indentation'
  | 'spacing'
  | 'quotes'
  | 'lookAlike'
  | 'case'
  | 'content';
