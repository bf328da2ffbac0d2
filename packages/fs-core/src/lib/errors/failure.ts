/**
 * Every way in which an operation can fail: a code, and what is known of the failure. Programs read these fields in
 * `_meta["dragoman/error"]`; formatters make of them what a model reads.
 */
export type Failure = { readonly [Code in ErrorCode]: Readonly<{ code: Code }> & Facts[Code] }[ErrorCode];

export type ErrorCode = keyof Facts;

/** A failure of one code. */
export type FailureOf<Code extends ErrorCode> = Extract<Failure, { readonly code: Code }>;

/** What is known of a failure, besides its code. */
export type ErrorDetails = Facts[ErrorCode];

/** The path as the caller gave it. */
interface OfPath {
  readonly path: string;
}

/** What the operating system refused. */
interface SystemRefusal extends OfPath {
  /** The system's name of the error, such as `EIO` (errno(3)). */
  readonly errno?: string;
  readonly action?: Action;
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

interface Sizes {
  /** Bytes. */
  readonly size: number;
  /** Bytes. */
  readonly limit: number;
}

interface Facts {
  NOT_FOUND: SystemRefusal & {
    /** Absolute paths of similar names, the most similar first. */
    readonly candidates?: readonly string[];
    /** The directory to which the session went back, if its own is gone. */
    readonly workdir?: string;
  };
  IS_DIRECTORY: SystemRefusal;
  NOT_DIRECTORY: SystemRefusal & {
    /** What the path names instead; absent if the path leads through something else than directories. */
    readonly kind?: 'file';
  };
  ACCESS_DENIED: OfPath & {
    /** The allowed directories. */
    readonly allowed: readonly string[];
  };
  PERMISSION_DENIED: SystemRefusal;
  FILE_TOO_LARGE: OfPath &
    Sizes & {
      readonly operation?: 'read' | 'edit' | 'write';
      /** The option that raises the limit. */
      readonly option?: string;
      /** What the limit comes to, such as `9 MB of base64`. */
      readonly meaning?: string;
      /** Whether the limit holds for searches over several lines only. */
      readonly multiline?: boolean;
    };
  CONTENT_TOO_LARGE: Sizes & {
    readonly path?: string;
  };
  REPLACEMENT_TOO_LARGE: OfPath & {
    /** Bytes. */
    readonly size: number;
    /** Bytes. */
    readonly maxReplacementSize: number;
  };
  UNSUPPORTED_FILE: UnsupportedFile;
  INVALID_ARGUMENT: InvalidArgument;
  INVALID_RANGE: InvalidRange;
  INVALID_PATTERN: {
    /** Cut if it is long. */
    readonly pattern: string;
    /** What its parser says. */
    readonly reason: string;
    readonly problem: 'glob' | 'text' | 'regexp';
  };
  NO_MATCH: OfPath & {
    /** The places most like the old text. */
    readonly nearest: readonly SimilarText[];
  };
  AMBIGUOUS_MATCH: Matches;
  COUNT_MISMATCH: Matches;
  UNENCODABLE: {
    readonly path?: string;
    readonly encoding: string;
    readonly character: string;
    /** `U+` and at least four hex digits. */
    readonly codePoint: string;
    /** Of the new text; 1-based. */
    readonly line: number;
    /** 1-based, in code points. */
    readonly column: number;
  };
  NOT_READ: OfPath &
    Partial<Sizes> & {
      readonly version: string;
      /** The option that raises the limit, if the file is too large to be read. */
      readonly option?: string;
    };
  STALE_READ: OfPath & { readonly version: string };
  STALE_CONTINUATION: OfPath & { readonly version: string };
  CONFLICT: Conflict;
  DECLINED: { readonly reason?: string };
  READ_ONLY: SystemRefusal;
  DISK_FULL: SystemRefusal;
  COMMAND_REJECTED: CommandRejection;
  TIMEOUT: Timeout;
  CANCELLED: object;
  TASK_NOT_FOUND: { readonly taskId: string };
  TOO_MANY_TASKS: { readonly running: number; readonly limit: number };
  IO_ERROR: IoError;
}

/** Content that a tool cannot show, or something that is no regular file. */
export type UnsupportedFile =
  /** No regular file: a named pipe, a device. */
  | (SystemRefusal & { readonly kind?: string })
  /** Content that is no text; null if its type is not known. */
  | {
      readonly path?: string;
      readonly size?: number;
      readonly mimeType: string | null;
      /** Of a PDF: why it cannot be read. */
      readonly reason?: 'encrypted' | 'damaged' | 'memory';
    };

/** Why an argument cannot be used, by `problem`. */
export type InvalidArgument =
  | { readonly problem: 'arguments'; readonly issues: readonly ArgumentIssue[] }
  | { readonly problem: 'tool'; readonly tool?: string }
  /** An option of a program, a session or a toolset: people read of it before any model is served. */
  | { readonly problem: 'option'; readonly option: string; readonly text?: string }
  | (OfPath & { readonly problem: 'path'; readonly objection: PathObjection })
  | (SystemRefusal & { readonly problem: 'name' })
  | (OfPath & {
      readonly problem: 'relative';
      readonly argument?: string;
      /** The absolute path that may have been meant. */
      readonly candidates?: readonly string[];
    })
  | (OfPath & { readonly problem: 'no-path' | 'equal-texts' | 'empty-old-text' })
  | (OfPath & { readonly problem: 'exists'; readonly exists: true })
  /** A move of a directory into itself. */
  | (OfPath & { readonly problem: 'into-itself'; readonly to: string })
  /** Two of several changes that name one path, or of which one lies inside of the other. */
  | (OfPath & { readonly problem: 'twice' })
  | (OfPath & { readonly problem: 'ignored'; readonly ignoreFile: string })
  | { readonly problem: 'empty' | 'offset' | 'limit' }
  | { readonly problem: 'pages'; readonly argument: string; readonly pages: string }
  | {
      readonly problem: 'no-room';
      /** The limit that is too small; null for the server's own. */
      readonly argument: string | null;
      readonly limit: number | null;
      /** Of the entry that does not fit; absent for text. */
      readonly bytes?: number;
    }
  | { readonly problem: 'continuation'; readonly argument: string }
  | {
      readonly problem: 'continuation-range';
      readonly argument: string;
      readonly startLine: number;
      readonly endLine: number | null;
    }
  | {
      readonly problem: 'chunk-order';
      readonly argument: string;
      readonly id: string;
      readonly index: number;
      readonly expectedIndex: number;
    }
  | { readonly problem: 'chunk-target'; readonly argument: string; readonly id: string }
  | {
      readonly problem: 'file-type';
      readonly argument: string;
      readonly type: string;
      readonly candidates: readonly string[];
    }
  | { readonly problem: 'encoding'; readonly encoding: string }
  /** A label that no engine could know. */
  | { readonly problem: 'label'; readonly argument: string; readonly reason: string }
  | { readonly problem: 'empty-command'; readonly argument: string }
  | { readonly problem: 'nul-in-command' }
  | (Sizes & { readonly problem: 'long-command' });

/** What is wrong with one argument by its tool's schema. */
export interface ArgumentIssue {
  /** Name of the argument, or path to a part of it: `view_range`, `view_range.0`, `preconditions.version`. */
  readonly argument: string;
  readonly problem: 'missing' | 'type' | 'too_small' | 'too_big' | 'unknown' | 'value';
  /** The JSON type that was expected, where the type is wrong. */
  readonly expected?: string;
  /** What is too small or too big: `number` for a value, `array` for a length. */
  readonly of?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The allowed values, where the schema lists them. */
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

/** Lines, pages or cells that a file does not have. */
export type InvalidRange =
  | {
      readonly problem: 'lines';
      readonly action: 'read' | 'replace';
      readonly path?: string;
      /** 1-based. */
      readonly startLine: number;
      /** Absent if none was asked for. */
      readonly endLine?: number;
      /** Absent if the lines were not counted. */
      readonly totalLines?: number;
    }
  | (OfPath & { readonly problem: 'past-page'; readonly page: number; readonly totalPages: number })
  | (OfPath & {
      readonly problem: 'past-cell';
      /** 0-based. */
      readonly cell: number;
      readonly totalCells: number;
    })
  | { readonly problem: 'pages'; readonly pages: string };

/** Places that match a text, of which another number was expected. */
interface Matches extends OfPath {
  readonly actual: number;
  readonly expected: number;
  /** 1-based lines of the first ten places. */
  readonly lines: readonly number[];
}

/** A file or directory that another process, or the user, has changed. */
export type Conflict =
  | (OfPath & { readonly problem: 'changed'; readonly changedMeanwhile: true })
  | (OfPath & { readonly problem: 'shrunk'; readonly action: 'read' | 'write'; readonly changedMeanwhile?: true })
  | (OfPath & { readonly problem: 'directory' | 'created' })
  | { readonly problem: 'unstable'; readonly path?: string }
  | (OfPath & {
      readonly problem: 'locked';
      /** Id of the process that is writing; null if it cannot be told. */
      readonly holder: number | null;
    })
  | (OfPath & { readonly problem: 'unapproved'; readonly unapproved: true })
  | (OfPath & {
      readonly problem: 'preconditions';
      /** Names of the preconditions that do not hold. */
      readonly failed: readonly string[];
      readonly expected: Readonly<Record<string, unknown>>;
      readonly actual: Readonly<Record<string, unknown>>;
    });

/** Why a command is not run. */
export type CommandRejection =
  | { readonly problem: 'shell-off' | 'no-shell' | 'no-git-bash' | 'empty' }
  | { readonly problem: 'sandbox'; readonly reason: string }
  | { readonly problem: 'directory' | 'absolute'; readonly directory: string }
  | { readonly problem: 'substitution'; readonly syntax: string };

/** What took longer than its limit. */
export type Timeout =
  | {
      readonly problem: 'command';
      readonly timeoutMs: number;
      readonly stdout: StreamText;
      readonly stderr: StreamText;
      readonly signal: string | null;
      /** Id of the command's process group. */
      readonly group: number;
    }
  /** Reading a PDF. */
  | { readonly problem: 'pdf'; readonly reason: 'time'; readonly timeoutMs: number; readonly path?: string };

/** What a command wrote to one stream. */
export interface StreamText {
  /** Its beginning. */
  readonly text: string;
  /** Unicode code points of the whole stream. */
  readonly totalCharacters: number;
}

/** What went wrong below the file system, or in this program. */
export type IoError =
  | SystemRefusal
  | { readonly problem: 'descriptors' | 'processes' | 'ripgrep-missing'; readonly path?: string }
  | (OfPath & { readonly problem: 'unsearchable' | 'too-deep' | 'ripgrep-version' })
  /** ripgrep does not start. */
  | (OfPath & { readonly problem: 'ripgrep-start'; readonly reason: string })
  | (OfPath & { readonly problem: 'ripgrep-end'; readonly status: number | string | null; readonly said?: string })
  | { readonly problem: 'command-start'; readonly reason: string; readonly path?: string }
  /** A fault of this program; the log holds the rest under the same id. */
  | { readonly problem: 'fault'; readonly id: string; readonly path?: string };

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
