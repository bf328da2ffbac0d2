import { sourceJson } from './cell-source.ts';
import { type Child, memberOf } from './json-spans.ts';
import { insertion, layoutOf, removals, type TextChange, written } from './layout.ts';
import { isFields, isText, joined } from './notebook-json.ts';
import type { CellText, NotebookText } from './notebook-text.ts';

/** Type of a cell that a change can give. */
export type CellType = 'code' | 'markdown';

/** True if a cell holds files that its source refers to, such as pasted pictures. */
export function hasAttachments({ fields: { attachments } }: CellText): boolean {
  return isFields(attachments) && Object.keys(attachments).length > 0;
}

/** New source and type of a cell. */
export interface CellContent {
  readonly source: string;
  readonly type: CellType;
  /** Writes escapes for all but ASCII, since the encoding may lack it. */
  readonly isAscii: boolean;
}

/** Members that only code cells have, as they are when the cell was not run. */
const NOT_RUN = { execution_count: 'null', outputs: '[]' };

/**
 * The text changes, in ascending order, that give a cell another source and forget what it put out. What a cell of another
 * type cannot have goes.
 * @param content `type`: the cell's own if it is left out
 */
export function replaceCell(
  notebook: NotebookText,
  cell: CellText,
  content: Omit<CellContent, 'type'> & { readonly type?: CellType | undefined },
): TextChange[] {
  const { cell_type: oldType, source: oldSource } = cell.fields;
  const { source, type = oldType } = content;
  const isSame = isText(oldSource) && joined(oldSource) === source;
  const wanted = {
    ...(type !== oldType && { cell_type: JSON.stringify(type) }),
    ...(!isSame && { source: sourceJson(notebook, cell, content) }),
    ...(type === 'code' && NOT_RUN),
  };
  // A code cell can have no attachments, not even none.
  const others = type === 'code' ? ['attachments'] : Object.keys(NOT_RUN);
  const isDropped = ({ name }: Child) => type !== oldType && others.includes(name);
  const changes = [...removals(cell.object, isDropped), ...membersSet(notebook, cell, wanted)];
  return changes.sort((one, other) => one.from - other.from);
}

/** The changes that give members these values; those that are missing are put at the end. */
function membersSet(
  { text, layouts }: NotebookText,
  { object }: CellText,
  wanted: Readonly<Record<string, string>>,
): TextChange[] {
  const layout = layoutOf(text, object, layouts.cell);
  const added: string[] = [];
  const changes: TextChange[] = [];
  for (const [name, json] of Object.entries(wanted)) {
    const span = memberOf(object, name)?.value;
    if (span === undefined) added.push(`"${name}"${layout.colon}${json}`);
    else if (text.slice(span.from, span.to) !== json) changes.push({ ...span, text: json });
  }
  if (added.length === 0) return changes;
  const json = added.join(`,${layout.between}`);
  return [...changes, insertion(object, { before: object.children.at(-1), json, layout })];
}

/** The text change that puts a new cell after another, or first. @param id null for a cell without one */
export function insertCell(
  notebook: NotebookText,
  after: CellText | null,
  { id, type, ...source }: CellContent & { readonly id: string | null },
): TextChange[] {
  const { text, list, cells, layouts } = notebook;
  const sample = after ?? cells[0];
  const layout = sample === undefined ? layouts.cell : layoutOf(text, sample.object, layouts.cell);
  const members = {
    cell_type: JSON.stringify(type),
    ...(id !== null && { id: JSON.stringify(id) }),
    source: sourceJson(notebook, null, source),
    metadata: '{}',
    ...(type === 'code' && NOT_RUN),
  };
  const parts = Object.entries(members).map(([name, json]) => `"${name}"${layout.colon}${json}`);
  return [insertion(list, { before: after?.child, json: written('{}', parts, layout), layout: layouts.list })];
}

/** The text change that takes a cell out. */
export function deleteCell({ list }: NotebookText, { child }: CellText): TextChange[] {
  return removals(list, (each) => each === child);
}

/**
 * An id of eight digits that no cell has; null below nbformat 4.5, which has no ids.
 * @param digits random ones, more than eight
 */
export function newCellId({ root, cells }: NotebookText, digits: string): string | null {
  const [major, minor] = [Number(root.nbformat), Number(root.nbformat_minor)];
  if (!(major > 4 || (major === 4 && minor >= 5))) return null;
  const taken = new Set(cells.map(({ fields }) => fields.id));
  let from = 0;
  while (taken.has(digits.slice(from, from + 8))) from += 1;
  return digits.slice(from, from + 8);
}
