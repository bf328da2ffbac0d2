import { type OpenFile, ToolError } from '@dragoman/fs-core';
import type { NotebookOutcome } from '@dragoman/outcomes';
import { readDocument, textOf } from '@dragoman/text/internal/text';
import { parseNotebook } from '../../notebook/parse-notebook.ts';

export interface CellQuery {
  /** The path as the caller gave it. */
  readonly path: string;
  /** Position of the first cell, from 0. */
  readonly first: number;
  readonly maxCells: number;
}

/** Reads cells of a notebook, or says why the file is none. @throws ToolError `INVALID_RANGE` */
export async function readNotebook(
  file: OpenFile,
  { path, first, maxCells }: CellQuery,
): Promise<NotebookOutcome | { readonly fault: string }> {
  const notebook = parseNotebook(textOf(await readDocument(file)));
  if ('fault' in notebook) return notebook;
  const { format, language, cells } = notebook;
  if (first > 0 && first >= cells.length) {
    const message = `Cannot read from cell ${first} of "${path}": it has ${cells.length} cells`;
    throw new ToolError(
      { code: 'INVALID_RANGE', problem: 'past-cell', path, cell: first, totalCells: cells.length },
      message,
    );
  }
  return {
    kind: 'notebook',
    path,
    realPath: file.realPath,
    size: file.size,
    format,
    language,
    cells: cells.slice(first, first + maxCells),
    totalCells: cells.length,
  };
}
