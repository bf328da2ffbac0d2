import { type OpenFile, ToolError } from '@dragoman/fs-core';
import type { NotebookFault } from '@dragoman/fs-core/internal/kernel';
import type { NotebookOutcome } from '@dragoman/outcomes';
import { readDocument, textOf } from '@dragoman/text/internal/text';
import { fitPictures } from '../../notebook/fit-pictures.ts';
import { parseNotebook } from '../../notebook/parse-notebook.ts';
import { PICTURE_BOUND } from './read-picture.ts';

export interface CellQuery {
  /** The path as the caller gave it. */
  readonly path: string;
  /** Position of the first cell, from 0. */
  readonly first: number;
  readonly maxCells: number;
  /** Pixels of the largest side of a picture that is shown. */
  readonly maxPictureSide: number;
  /** Answer to a first cell past the last: `INVALID_RANGE`, or no cells. */
  readonly pastEnd: 'refuse' | 'empty';
  readonly signal: AbortSignal | undefined;
}

/** Reads cells of a notebook, or says why the file is none. @throws ToolError `INVALID_RANGE` */
export async function readNotebook(
  file: OpenFile,
  { path, first, maxCells, maxPictureSide, pastEnd, signal }: CellQuery,
): Promise<NotebookOutcome | { readonly fault: NotebookFault }> {
  const notebook = parseNotebook(textOf(await readDocument(file)));
  if ('fault' in notebook) return notebook;
  const { format, language, cells } = notebook;
  if (first > 0 && first >= cells.length && pastEnd === 'refuse') {
    const message = `Cannot read from cell ${first} of "${path}": it has ${cells.length} cells`;
    throw new ToolError(
      { code: 'INVALID_RANGE', problem: 'past-cell', path, cell: first, totalCells: cells.length },
      message,
    );
  }
  const bounds = { maxSide: maxPictureSide, maxBytes: PICTURE_BOUND.bytes, signal };
  return {
    kind: 'notebook',
    path,
    realPath: file.realPath,
    size: file.size,
    format,
    language,
    first,
    cells: await fitPictures(cells.slice(first, first + maxCells), bounds),
    totalCells: cells.length,
  };
}
