import { ToolError } from '@dragoman/fs-core';
import type { EditNotebookOutcome } from '@dragoman/outcomes';
import { differingLines, encodeExactly, type Splice, type TextDocument, textOf } from '@dragoman/text/internal/text';
import {
  type CellType,
  deleteCell,
  hasAttachments,
  insertCell,
  newCellId,
  replaceCell,
} from '../../notebook/change-cell.ts';
import type { TextChange } from '../../notebook/layout.ts';
import { noNotebook } from '../../notebook/no-notebook.ts';
import { cellNamed, notebookText } from '../../notebook/notebook-text.ts';
import type { Call, Session } from '../../session.ts';
import { changeText, spliced } from './change-text.ts';

/** A notebook, and the cell to change in it. */
export interface EditNotebookRequest {
  readonly path: string;
  readonly change: 'replace' | 'insert' | 'delete';
  /** An id, or else `cell-{index}`, from 0. A new cell comes after it, or first if it is left out. */
  readonly cell?: string | undefined;
  /** Default: empty. */
  readonly source?: string | undefined;
  /** Default: the type that the cell has; a new one needs it. */
  readonly type?: CellType | undefined;
}

/**
 * Replaces, inserts or deletes a cell of a Jupyter notebook (nbformat 4); every byte outside of it stays as it is. A code
 * cell with another source loses its outputs.
 * @throws ToolError `INVALID_ARGUMENT` for a cell that is not there, a type that is missing, and a file of another name,
 * `INVALID_RANGE` for an index past the last, `UNSUPPORTED_FILE` for what is no notebook; as `replaceText`
 * @example await editNotebook(session, { path: 'a.ipynb', change: 'replace', cell: 'cell-0', source: 'x = 1' }, call)
 */
export async function editNotebook(
  session: Session,
  request: EditNotebookRequest,
  call: Call<EditNotebookOutcome>,
): Promise<EditNotebookOutcome> {
  const { path, change, type } = request;
  if (!/\.ipynb$/i.test(path)) return refuseName(session, path, call);
  if (change === 'insert' && type === undefined) {
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'cell-type' }, 'Insert cell: its type is missing');
  }
  // Computed again after an approval, a new cell has the id that was approved.
  const idDigits = crypto.randomUUID().replaceAll('-', '');
  return changeText(session, { verb: 'edit', path, call }, async (text) => {
    const { document } = text;
    const { changes, ...cell } = changedCell(document, { ...request, idDigits });
    const changed = await spliced(text, splicesOf(document, changes));
    const first = { from: document.format.bomLength, startLine: 1 };
    const differing = (context: number) => differingLines({ document, changed, first }, context);
    return { changed, result: (facts) => ({ kind: 'cell', change, ...facts, ...cell, differingLines: differing }) };
  });
}

/** Refuses a file of another name, once it is known that it may be changed: else that is what the caller is told. */
async function refuseName(session: Session, path: string, call: Call<EditNotebookOutcome>): Promise<never> {
  return session.update<never>(path, { ...call, requireRead: false, approve: undefined }, async () => {
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'notebook-name', path }, `"${path}" is no notebook`);
  });
}

interface ChangedCell extends Pick<EditNotebookOutcome, 'index' | 'newId'> {
  readonly changes: readonly TextChange[];
}

function changedCell(
  document: TextDocument,
  request: EditNotebookRequest & { readonly idDigits: string },
): ChangedCell {
  const { path, change, source = '', type, cell, idDigits } = request;
  const notebook = notebookText(textOf(document));
  if ('fault' in notebook) throw noNotebook(path, notebook.fault);
  // Other encodings lack characters, for all of which JSON has escapes.
  const content = { source, isAscii: !/^utf-/.test(document.format.encoding) };
  if (change === 'insert') {
    const after = cell === undefined ? null : cellNamed(notebook, cell, path);
    const newId = newCellId(notebook, idDigits);
    const changes = insertCell(notebook, after, { ...content, type: type ?? 'code', id: newId });
    return { changes, index: after === null ? 0 : after.index + 1, newId };
  }
  if (cell === undefined) {
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'cell', path }, `Cannot edit "${path}": no cell is named`);
  }
  const named = cellNamed(notebook, cell, path);
  if (type === 'code' && named.fields.cell_type !== 'code' && hasAttachments(named)) {
    const failure = { code: 'INVALID_ARGUMENT', problem: 'cell-attachments', path } as const;
    throw new ToolError(failure, `Cannot edit "${path}": a code cell cannot hold attachments`);
  }
  const changes =
    change === 'delete' ? deleteCell(notebook, named) : replaceCell(notebook, named, { ...content, type });
  return { changes, index: named.index, newId: null };
}

/** Splices of bytes for changes of the text, in ascending order. */
function splicesOf({ bytes, format, codec }: TextDocument, changes: readonly TextChange[]): Splice[] {
  let [units, at] = [0, format.bomLength];
  const byteAt = (unit: number) => {
    at += codec.byteOffset(bytes.subarray(at), unit - units);
    units = unit;
    return at;
  };
  return changes.map(({ from, to, text }) => ({
    from: byteAt(from),
    to: byteAt(to),
    bytes: encodeExactly(codec, { text, from: 0, to: text.length }),
  }));
}
