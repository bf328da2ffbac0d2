/** Content of a file, or the beginning of a directory's list, read as a resource. */
export type ResourceOutcome = ResourceText | ResourceData | ResourceDirectory;

interface ResourceFile {
  readonly realPath: string;
  /** Version of the content, as tools tell it. */
  readonly version: string;
}

/** Text of a file, whole or some of its lines. */
export interface ResourceText extends ResourceFile {
  readonly kind: 'text';
  /** Exactly as in the file, line endings included, without a byte-order mark. */
  readonly text: string;
  readonly encoding: string;
  /** 1-based; of an empty text, the end is one less. */
  readonly startLine: number;
  readonly endLine: number;
  /** Null if they were not counted. */
  readonly totalLines: number | null;
}

/** Content that is no text. */
export interface ResourceData extends ResourceFile {
  readonly kind: 'data';
  readonly mimeType: string;
  readonly data: Uint8Array;
}

export interface ResourceDirectory extends DirectoryPage {
  readonly kind: 'directory';
}

/** Entries of a directory by the bytes of their names. */
export interface DirectoryPage {
  readonly realPath: string;
  readonly children: readonly Child[];
  /** Number of entries that follow. */
  readonly left: number;
  /** The last name that was looked at; null if there is none. */
  readonly last: string | null;
}

/** An entry of a directory; a link counts as what it leads to. */
export type Child =
  | {
      readonly kind: 'file' | 'directory';
      readonly name: string;
      /** Bytes. */
      readonly size: number;
      /** Milliseconds since the epoch. */
      readonly modifiedMs: number;
    }
  /** A link that leads nowhere, or to what may not be seen. */
  | { readonly kind: 'link'; readonly name: string }
  /** `is`: the kind of special file, such as `socket`; null if that is unknown. */
  | { readonly kind: 'special'; readonly name: string; readonly is: string | null };

/** The trees of a session, and the first entries in them. */
export interface TopEntries {
  readonly trees: readonly string[];
  readonly entries: readonly (Child & { readonly tree: string })[];
}

/** Paths that a beginning may stand for. */
export interface PathCompletions {
  /** Absolute, with `/` between names and after directories. */
  readonly paths: readonly string[];
  /** Others begin so, too. */
  readonly more: boolean;
}
