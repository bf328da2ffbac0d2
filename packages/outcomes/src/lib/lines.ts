/** A line of text, which may be cut. */
export interface Line {
  /** Without its ending; only the beginning of a line that is cut. */
  readonly text: string;
  readonly ending: '' | '\n' | '\r\n';
  /** Code points of the whole line if `text` is cut, else null. */
  readonly fullLength: number | null;
}

/** Whole lines after an edit, endings included. */
export interface ChangedLines {
  /** 1-based. */
  readonly startLine: number;
  readonly text: string;
}

/** The part in which an edit makes a text differ, in whole lines with their endings. */
export interface DifferingLines {
  /** 1-based number of the first line of that part. */
  readonly startLine: number;
  /** The lines before that part, as context. */
  readonly lead: string;
  readonly removed: string;
  readonly added: string;
  /** The lines after that part, as context. */
  readonly trail: string;
}
