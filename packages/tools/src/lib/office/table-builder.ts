import { markdownRow } from './markdown-table.ts';
import { type Attributes, attributeOf } from './parse-part.ts';

/** Builds the rows of tables from their elements, which Word and PowerPoint name alike. */
export interface TableBuilder {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** Adds a paragraph to the cell that is open; false if none is. */
  takes(paragraph: string): boolean;
}

/** Takes a row in Markdown, as soon as it is whole: a table may have any number. */
export type RowReceiver = (row: string, isFirst: boolean) => void;

interface Table {
  isFirst: boolean;
  row: string[];
  /** Paragraphs of the cell that is open. */
  cell: string[];
  /** Columns of that cell. */
  span: number;
}

/** More than Word and PowerPoint take. */
const MOST_COLUMNS = 64;
const MOST_CELLS = 1_000;

/** Builds tables; one in a cell of another becomes text of that cell. */
export function createTableBuilder(onRow: RowReceiver): TableBuilder {
  const tables: Table[] = [];
  const endRow = (table: Table, outer: Table | undefined): void => {
    if (outer !== undefined) outer.cell.push(table.row.join(' ').trim());
    else if (table.row.length > 0) onRow(markdownRow(table.row, table.isFirst), table.isFirst);
    table.isFirst &&= table.row.length === 0;
  };
  return {
    open(name, attributes) {
      const table = tables.at(-1);
      if (name === 'tbl') tables.push({ isFirst: true, row: [], cell: [], span: 1 });
      if (table === undefined) return;
      if (name === 'tr') table.row = [];
      else if (name === 'tc') [table.cell, table.span] = [[], 1];
      else if (name === 'gridSpan') table.span = Math.min(Number(attributeOf(attributes, 'val')) || 1, MOST_COLUMNS);
    },
    close(name) {
      const table = tables.at(-1);
      if (table === undefined) return;
      if (name === 'tc') endCell(table);
      else if (name === 'tr') endRow(table, tables.at(-2));
      else if (name === 'tbl') tables.pop();
    },
    takes(paragraph) {
      const table = tables.at(-1);
      if (paragraph.trim() !== '') table?.cell.push(paragraph);
      return table !== undefined;
    },
  };
}

/** A cell over several columns is followed by empty ones. */
function endCell({ row, cell, span }: Table): void {
  if (row.length < MOST_CELLS) row.push(cell.join('\n'), ...Array.from({ length: span - 1 }, () => ''));
}
