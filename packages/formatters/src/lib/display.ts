/** A part of a text that may stand out if a person reads it. */
export type MarkedPart = 'path' | 'number' | 'match';

/** Returns a part of a text so that it stands out. */
export type Mark = (part: MarkedPart, text: string) => string;

/** How a person is shown what a model reads: edits end with a diff. */
export interface Display {
  /** Default: nothing stands out. */
  readonly mark?: Mark | undefined;
}

/** Leaves every part as a model reads it. */
export const unmarked: Mark = (_part, text) => text;
