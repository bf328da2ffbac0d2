import type { FileFacts, ReadFileOutcome, TextOutcome } from './reading.ts';

/** The text of pages of a PDF. */
export interface PdfOutcome extends FileFacts {
  readonly kind: 'pdf';
  readonly totalPages: number;
  /** 1-based number of the first of `pages`. */
  readonly firstPage: number;
  readonly pages: readonly PdfPage[];
  /** Text is missing from `pages`: its font needs a table of characters that is not shipped. */
  readonly hasUnmappedText: boolean;
  /** The limit that ended the reading early; null if none did. */
  readonly endedBy: 'time' | 'memory' | null;
}

export interface PdfPage {
  /** 1-based. */
  readonly number: number;
  /** Null if the page is damaged. */
  readonly text: string | null;
  /** The page has more text than is returned. */
  readonly isCut: boolean;
}

/** Cells of a notebook. */
export interface NotebookOutcome extends FileFacts {
  readonly kind: 'notebook';
  /** The version of nbformat, as in `4.5`. */
  readonly format: string;
  readonly language: string | null;
  /** The requested cells. */
  readonly cells: readonly NotebookCell[];
  readonly totalCells: number;
}

/** A cell of a notebook, the same for all versions of nbformat. */
export interface NotebookCell {
  /** Position in the notebook, from 0 as in the file. */
  readonly index: number;
  readonly id: string | null;
  /** `code`, `markdown`, `raw`, `heading` or whatever else the file says. */
  readonly type: string;
  /** Null if the cell was not run. */
  readonly executionCount: number | null;
  readonly source: string;
  readonly outputs: readonly CellOutput[];
}

/** An output of a cell: text without escape sequences, or an image. */
export type CellOutput =
  | { readonly kind: 'text'; readonly label: string; readonly text: string }
  | { readonly kind: 'image'; readonly mimeType: string; readonly base64: string };

/** A file named as a notebook that is none, as text. */
export interface FaultyNotebookOutcome {
  readonly kind: 'faulty-notebook';
  /** The reason why it is no notebook. */
  readonly fault: string;
  readonly text: TextOutcome;
}

/** Result of `ReadFileOutcome`, or the content of a PDF or a notebook. */
export type ReadFileOrDocumentOutcome = ReadFileOutcome | DocumentOutcome;

export type DocumentOutcome = PdfOutcome | NotebookOutcome | FaultyNotebookOutcome;
