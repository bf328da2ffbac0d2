import { type NotebookFault, ToolError } from '@dragoman/fs-core/internal/kernel';
import { type Child, type Container, containerAt, memberOf } from './json-spans.ts';
import { deeper, type Layout, layoutOf, unitOf } from './layout.ts';
import { type Fields, isFields, parseRoot } from './notebook-json.ts';

/** A notebook of nbformat 4 as a text, with the places of its cells. */
export interface NotebookText {
  readonly text: string;
  readonly root: Fields;
  /** The array of cells, which may hold other things, too. */
  readonly list: Container;
  readonly cells: readonly CellText[];
  /** The layouts of `list`, of a cell, and of a list of lines in it, unless they show another. */
  readonly layouts: { readonly list: Layout; readonly cell: Layout; readonly lines: Layout };
}

/** A cell, and where it stands. */
export interface CellText {
  readonly fields: Fields;
  /** Position among the cells, from 0. */
  readonly index: number;
  /** The element of the array of cells. */
  readonly child: Child;
  readonly object: Container;
}

const ONE_LINE: Layout = { open: '', between: ' ', close: '', colon: ': ' };

/** Finds the cells in a notebook's text, or says why they cannot be changed. */
export function notebookText(text: string): NotebookText | { readonly fault: NotebookFault } {
  const parsed = parseRoot(text);
  if ('fault' in parsed) return parsed;
  const { root } = parsed;
  if (!Array.isArray(root.cells)) return { fault: Array.isArray(root.worksheets) ? 'old-format' : 'no-cells' };
  const values: readonly unknown[] = root.cells;
  const rootObject = containerAt(text, 0);
  const list = containerAt(text, memberOf(rootObject, 'cells')?.value.from ?? 0);
  const cells = list.children
    .flatMap((child, at) => {
      const fields = values[at];
      return isFields(fields) ? [{ fields, child, object: containerAt(text, child.value.from) }] : [];
    })
    .map((cell, index) => ({ ...cell, index }));
  return { text, root, list, cells, layouts: layoutsOf(text, rootObject, list) };
}

function layoutsOf(text: string, root: Container, list: Container): NotebookText['layouts'] {
  const outer = layoutOf(text, root, ONE_LINE);
  const unit = unitOf(outer);
  const ofList = layoutOf(text, list, deeper(outer, unit));
  const cell = deeper(ofList, unit);
  return { list: ofList, cell, lines: deeper(cell, unit) };
}

/**
 * The cell with this id; else the one at the position that `cell-{index}` names.
 * @throws ToolError `INVALID_ARGUMENT` for another id, `INVALID_RANGE` for a position past the last
 */
export function cellNamed({ cells }: NotebookText, id: string, path: string): CellText {
  const named = cells.find(({ fields }) => fields.id === id);
  if (named !== undefined) return named;
  const [, digits] = /^cell-(\d+)$/.exec(id) ?? [];
  if (digits === undefined) {
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'cell', path, cell: id }, `No cell has the id "${id}"`);
  }
  const cell = cells[Number(digits)];
  if (cell !== undefined) return cell;
  const range = { problem: 'past-cell', path, cell: Number(digits), totalCells: cells.length } as const;
  throw new ToolError({ code: 'INVALID_RANGE', ...range }, `No cell ${digits}: the notebook has ${cells.length}`);
}
