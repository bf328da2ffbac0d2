import type { NotebookFault, PictureFault } from '@dragoman/fs-core/internal/kernel';
import type { FileFacts, ReadFileOutcome, ScaledPicture, TextOutcome } from './reading.ts';

/** The text of pages of a PDF. */
export interface PdfOutcome extends FileFacts {
  readonly kind: 'pdf';
  readonly totalPages: number;
  /** 1-based number of the first of `pages`. */
  readonly firstPage: number;
  /** Position at which the text of the first page begins, 1-based, in UTF-16 units. Absent: 1. */
  readonly offset?: number;
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
  /** Picture of which a page without text consists; `unshown` if it has pictures of which none can be shown. */
  readonly picture?: PagePicture | 'unshown';
}

/** A picture in a PDF, encoded anew. */
export interface PagePicture {
  readonly mimeType: string;
  readonly data: Uint8Array;
}

/** Cells of a notebook. */
export interface NotebookOutcome extends FileFacts {
  readonly kind: 'notebook';
  /** The version of nbformat, as in `4.5`. */
  readonly format: string;
  readonly language: string | null;
  /** Position of the first requested cell, from 0. */
  readonly first: number;
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
  /** Attachments of the source, then what the cell put out. */
  readonly outputs: readonly CellOutput[];
}

/** An attachment or an output of a cell. Texts have no escape sequences of terminals. */
export type CellOutput = TextOutput | ErrorOutput | PictureOutput | UnshownOutput;

export interface TextOutput {
  readonly kind: 'text';
  readonly label: string;
  /** The best form of it: Markdown before plain text, and that before others. */
  readonly text: string;
  /** Its form `text/plain`, if `text` is another. */
  readonly plain: string | null;
}

export interface ErrorOutput {
  readonly kind: 'error';
  /** Name and message of the exception. */
  readonly headline: string;
  /** Empty if it has none. */
  readonly traceback: string;
}

/** A picture that models can see, judged by its bytes. */
export interface PictureOutput {
  readonly kind: 'image';
  readonly mimeType: string;
  readonly base64: string;
  /** Name of an attachment. */
  readonly name: string | null;
  /** Absent if it is as the notebook holds it. */
  readonly scaled?: ScaledPicture;
}

/** Content that is named and not shown. */
export interface UnshownOutput {
  readonly kind: 'unshown';
  /** The type that the notebook gives it. */
  readonly mimeType: string;
  /** Bytes; of base64 what it stands for. */
  readonly size: number;
  readonly name: string | null;
  /** Absent for what is no picture by its type. */
  readonly picture?: PictureFault;
}

/** A file named as a notebook that is none, as text. */
export interface FaultyNotebookOutcome {
  readonly kind: 'faulty-notebook';
  /** The reason why it is no notebook. */
  readonly fault: NotebookFault;
  readonly text: TextOutcome;
}

/** Result of `ReadFileOutcome`, or the content of a PDF or a notebook. */
export type ReadFileOrDocumentOutcome = ReadFileOutcome | DocumentOutcome;

export type DocumentOutcome = PdfOutcome | NotebookOutcome | FaultyNotebookOutcome;
