import type { NotebookFault } from '@dragoman/fs-core/internal/kernel';
import type { NotebookCell } from '@dragoman/outcomes/internal/parts';
import { attachmentsOf, outputsOf } from './cell-outputs.ts';
import { type Fields, isFields, joined, parseRoot } from './notebook-json.ts';

/** A Jupyter notebook of nbformat 3 or 4. */
export interface Notebook {
  /** Version of the format, such as `4.5`. */
  readonly format: string;
  readonly language: string | null;
  readonly cells: readonly NotebookCell[];
}

/** Parses a notebook, or says why the text is none. Leaves out those parts of a cell that it does not understand. */
export function parseNotebook(text: string): Notebook | { readonly fault: NotebookFault } {
  const parsed = parseRoot(text);
  if ('fault' in parsed) return parsed;
  const { root } = parsed;
  const cells = cellsOf(root);
  if (cells === null) return { fault: 'no-cells' };
  const { nbformat, nbformat_minor: minor, metadata } = root;
  return {
    format: [nbformat, minor].filter((part) => typeof part === 'number').join('.'),
    language: languageOf(metadata, cells),
    cells: cells.filter(isFields).map(toCell),
  };
}

/** Up to nbformat 3 cells lie in worksheets. */
function cellsOf({ cells, worksheets }: Fields): unknown[] | null {
  if (Array.isArray(cells)) return cells;
  if (!Array.isArray(worksheets)) return null;
  return worksheets.filter(isFields).flatMap((sheet) => (Array.isArray(sheet.cells) ? sheet.cells : []));
}

function languageOf(metadata: unknown, cells: readonly unknown[]): string | null {
  const { language_info: info, kernelspec: kernel } = isFields(metadata) ? metadata : {};
  const first = cells.filter(isFields).find(({ language }) => typeof language === 'string');
  const names = [isFields(info) ? info.name : null, isFields(kernel) ? kernel.language : null, first?.language];
  return names.find((name) => typeof name === 'string') ?? null;
}

function toCell(cell: Fields, index: number): NotebookCell {
  const { id, cell_type: type, source, input, execution_count: count, prompt_number: prompt, level } = cell;
  const run = count ?? prompt;
  const heading = type === 'heading' ? `${'#'.repeat(typeof level === 'number' ? Math.min(level, 6) : 1)} ` : '';
  return {
    index,
    id: typeof id === 'string' ? id : null,
    type: typeof type === 'string' ? type : 'unknown',
    executionCount: typeof run === 'number' ? run : null,
    source: heading + joined(source ?? input),
    outputs: [...attachmentsOf(cell.attachments), ...outputsOf(cell.outputs)],
  };
}
