import { markdownTable } from './markdown-table.ts';
import { type Attributes, attributeOf } from './parse-part.ts';

/** Builds tables from their elements, which Word and PowerPoint name alike. */
export interface TableBuilder {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** Adds a paragraph to the cell that is open; false if none is. */
  takes(paragraph: string): boolean;
}

interface Table {
  readonly rows: string[][];
  /** Paragraphs of the cell that is open. */
  cell: string[];
  /** Columns of that cell. */
  span: number;
}

/** More than Word takes. */
const MOST_COLUMNS = 64;

/** @param onTable called with each table in Markdown; one in a cell of another becomes text of that cell */
export function createTableBuilder(onTable: (table: string) => void): TableBuilder {
  const tables: Table[] = [];
  return {
    open(name, attributes) {
      const table = tables.at(-1);
      if (name === 'tbl') tables.push({ rows: [], cell: [], span: 1 });
      else if (name === 'tr') table?.rows.push([]);
      else if (table !== undefined && name === 'tc') [table.cell, table.span] = [[], 1];
      else if (table !== undefined && name === 'gridSpan') {
        table.span = Math.min(Number(attributeOf(attributes, 'val')) || 1, MOST_COLUMNS);
      }
    },
    close(name) {
      if (name === 'tc') endCell(tables.at(-1));
      if (name !== 'tbl') return;
      const { rows = [] } = tables.pop() ?? {};
      const outer = tables.at(-1);
      if (outer !== undefined) outer.cell.push(...rows.map((cells) => cells.join(' ').trim()));
      else if (rows.length > 0) onTable(markdownTable(rows));
    },
    takes(paragraph) {
      const table = tables.at(-1);
      if (paragraph.trim() !== '') table?.cell.push(paragraph);
      return table !== undefined;
    },
  };
}

/** A cell over several columns is followed by empty ones. */
function endCell(table: Table | undefined): void {
  const row = table?.rows.at(-1);
  if (table === undefined || row === undefined) return;
  row.push(table.cell.join('\n'), ...Array.from({ length: table.span - 1 }, () => ''));
}
