import { containerAt, memberOf } from './json-spans.ts';
import { layoutOf, written } from './layout.ts';
import { joined } from './notebook-json.ts';
import type { CellText, NotebookText } from './notebook-text.ts';

/** Text for a cell, and how it may be written. */
export interface CellSource {
  readonly source: string;
  /** Writes escapes for all but ASCII, since the encoding may lack it. */
  readonly isAscii: boolean;
}

/**
 * The JSON of a source: a string or a list of lines, as the cell's own is; in a new cell, as that of the first cell that is
 * not empty, and without any a string.
 * @param cell null for a new cell
 */
export function sourceJson(notebook: NotebookText, cell: CellText | null, { source, isAscii }: CellSource): string {
  const { text, cells } = notebook;
  const own = cell && sourceAt(notebook, cell);
  const filled = cells.find(({ fields }) => joined(fields.source) !== '');
  const model = own ?? (filled === undefined ? null : sourceAt(notebook, filled));
  const json = (part: string) => (isAscii ? escaped(JSON.stringify(part)) : JSON.stringify(part));
  const isNewInNone = cell === null && filled === undefined;
  if (isNewInNone || (model !== null && text[model] === '"')) return json(source);
  const lines = source.match(/[^\n]*\n|[^\n]+/g) ?? [];
  return written('[]', lines.map(json), layoutOfLines(notebook, own));
}

/** The layout of this list; what it does not show is as in the first that has several lines. */
function layoutOfLines(notebook: NotebookText, own: number | null) {
  const { text, cells, layouts } = notebook;
  const isLong = ({ fields: { source } }: CellText) => Array.isArray(source) && source.length > 1;
  const places = [cells.find(isLong) ?? null, null].map((cell) => (cell === null ? own : sourceAt(notebook, cell)));
  return places.reduce(
    (layout, at) => (at === null ? layout : layoutOf(text, containerAt(text, at), layout)),
    layouts.lines,
  );
}

/** Index at which a cell's source begins; null if it has none that is a string or a list. */
function sourceAt({ text }: NotebookText, { object }: CellText): number | null {
  const at = memberOf(object, 'source')?.value.from;
  return at !== undefined && (text[at] === '"' || text[at] === '[') ? at : null;
}

function escaped(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
