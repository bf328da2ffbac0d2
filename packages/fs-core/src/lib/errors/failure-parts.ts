// What the fields of failures are made of.

/** The writer of a file that several machines share. */
export interface LockHolder {
  /** Host name of the machine. */
  readonly machine: string;
  /** Id of the process on that machine. */
  readonly process: number;
  /** ISO 8601. */
  readonly since: string;
}

/** The reason why a text is no patch. */
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

/** The reason why a file is no notebook, or none whose cells can be changed. */
export type NotebookFault = 'no-json' | 'too-many-values' | 'too-deep' | 'no-object' | 'no-cells' | 'old-format';

/** The reason why a picture is not shown. Sides in pixels. */
export type PictureFault =
  /** Format that no model sees. */
  | { readonly problem: 'unknown'; readonly format?: string; readonly width?: number; readonly height?: number }
  | {
      readonly problem: 'cut' | 'no-sides';
      readonly format: string;
      /** Absent where the header does not tell. */
      readonly width?: number;
      readonly height?: number;
    }
  | {
      readonly problem: 'too-large';
      readonly format: string;
      readonly width: number;
      readonly height: number;
      readonly maxSide: number;
    };

/** The reason why a document of Office is not shown; `format`: null if the file does not tell. */
export type OfficeFault = { readonly format: 'word' | 'excel' | 'powerpoint' | null } & (
  | { readonly problem: 'encrypted' | 'archive' | 'binary-form' }
  /** `part`: name of a file in the archive. */
  | { readonly problem: 'missing' | 'malformed' | 'declarations' | 'too-complex'; readonly part: string }
  /** `limit`: bytes that it unpacks to, characters of text, elements or files in it. */
  | { readonly problem: 'unpacked' | 'text' | 'elements' | 'parts'; readonly limit: number }
);

/** The path as the caller gave it. */
export interface OfPath {
  readonly path: string;
  /** The change of this file that was in progress among several made together, and the time it had taken. */
  readonly during?: { readonly change: 'update' | 'delete' | 'write'; readonly elapsedMs: number };
}

/** A call that the operating system refused. */
export interface SystemRefusal extends OfPath {
  /** The system's name of the error, such as `EIO` (errno(3)). */
  readonly errno?: string;
  readonly action?: Action;
  /** The new path, if it was a move. */
  readonly to?: string;
}

/** The action that was about to be taken on a path. */
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

/** Sizes in bytes. */
export interface Sizes {
  readonly size: number;
  readonly limit: number;
}

/** Places that match a text, of which another number was expected. */
export interface Matches extends OfPath {
  readonly actual: number;
  readonly expected: number;
  /** 1-based lines of the first places: ten, unless a tool names more of them. */
  readonly lines: readonly number[];
  /** The text, among several edits, that was found more than once. */
  readonly oldText?: string;
}

/** The limit that ends a page: the caller's maximum, or the room in the response. */
export type PageBound = 'tokens' | 'bytes' | 'lines' | 'response';

/** The fault of one argument by its tool's schema. */
export interface ArgumentIssue {
  /** Name of the argument, or path to a part of it: `range`, `range.0`, `range.start`. */
  readonly argument: string;
  readonly problem: 'missing' | 'type' | 'too_small' | 'too_big' | 'unknown' | 'value' | 'twice' | 'other-change';
  /** The JSON type that was expected, if the type is wrong; of a value, what it must be, in words. */
  readonly expected?: string;
  /** Another name that was given, and seems to mean this argument. */
  readonly given?: string;
  /** The measure that is too small or too big: `number` for a value, `array` for a length. */
  readonly of?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The allowed values, if the schema lists them. */
  readonly values?: readonly unknown[];
}

/** The reason why no system can have a path, or why it names something else than a file. */
export type PathObjection =
  | 'nul'
  | 'ill-formed'
  | 'relative'
  | 'too-long'
  | 'too-deep'
  | 'device'
  | 'network-share'
  | 'drive-relative'
  | 'no-drive'
  | 'alternate-stream'
  | 'bad-character'
  | 'bad-end'
  | 'reserved-name'
  | 'short-name';

/** A file that holds all that a command printed. */
export interface SavedOutput {
  /** Absolute. */
  readonly path: string;
  /** Bytes so far. */
  readonly size: number;
}

/** The text that a command wrote to one stream. */
export interface StreamText {
  /** All of it, or its beginning. */
  readonly text: string;
  /** Its end, where something between the two was not kept; else absent. */
  readonly ending?: string;
  /** Unicode code points of the whole stream. */
  readonly totalCharacters: number;
  /** Newlines of the whole stream. */
  readonly totalNewlines: number;
}

/** A place in a document whose text is much like the text that is looked for. */
export interface SimilarText {
  /** 1-based. */
  readonly startLine: number;
  readonly endLine: number;
  /** The lines there, cut after 2,000 characters. */
  readonly text: string;
  readonly differences: readonly DifferenceKind[];
  /** The first character that looks like another one, or cannot be seen. */
  readonly character?: OddCharacter;
}

/** A character for which a text is not found. */
export interface OddCharacter {
  /** `U+` and at least four hex digits. */
  readonly codePoint: string;
  /** 1-based, in code points of its line. */
  readonly column: number;
  /** The letter is there as one code point, or as several, and the other way round in the other text. */
  readonly form?: 'composed' | 'decomposed';
  /** The text that has it; absent for the file. */
  readonly of?: 'old-text';
}

/**
 * The reason why a text is not found although something much like it is there. `content`: the words themselves differ.
 */
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
  | 'loneCarriageReturn'
  | 'finalNewline'
  | 'damaged'
  | 'case'
  | 'content';
