import { type DateForm, isoDate } from './cell-dates.ts';
import { officeFault } from './office-fault.ts';
import type { OfficePackage } from './open-package.ts';
import { type Attributes, parsePart } from './parse-part.ts';
import { joinedCell, oneLine } from './shared-strings.ts';
import { MOST_CHARACTERS, type TextSink } from './text-sink.ts';

export interface SheetRequest {
  readonly part: string;
  /** Texts that cells name by number. */
  readonly strings: readonly string[];
  /** Forms of dates by the number of a cell's style. */
  readonly forms: readonly (DateForm | null)[];
  readonly from1904: boolean;
}

interface Cell {
  /** Position from 0. */
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string;
  formula: string;
  text: string;
}

/** Writes the rows of a sheet; one empty line stands for any number of empty ones. */
export async function writeSheet(from: OfficePackage, request: SheetRequest, sink: TextSink): Promise<void> {
  let cell: Cell | null = null;
  let inside = '';
  /** The row so far, the column at its end and that of the next cell. */
  let [row, end, next] = ['', 0, 0];
  let [lastNumber, isAfterGap, isFirst] = [0, false, true];
  await parsePart(from, request.part, {
    open(name, attributes) {
      inside = name;
      if (name === 'row') {
        const number = Number(attributes.r ?? lastNumber + 1);
        isAfterGap ||= number > lastNumber + 1;
        [row, end, next, lastNumber] = ['', 0, 0, number];
      } else if (name === 'c') cell = startCell(attributes, next);
    },
    close(name) {
      inside = '';
      if (name === 'c' && cell !== null) {
        const shown = cell.column < MOST_COLUMNS ? shownValue(cell, request) : '';
        next = cell.column + 1;
        if (shown === '') return;
        row += '\t'.repeat(Math.max(0, cell.column - end)) + shown;
        end = Math.max(end, cell.column);
        if (row.length > MOST_CHARACTERS) throw officeFault({ problem: 'text', limit: MOST_CHARACTERS });
      } else if (name === 'row') {
        if (row === '') isAfterGap = true;
        else {
          if (isAfterGap && !isFirst) sink.line('');
          sink.line(row);
          [isAfterGap, isFirst] = [false, false];
        }
      }
    },
    text(text) {
      if (cell === null) return;
      if (inside === 'v') cell.value = joinedCell(cell.value, text);
      else if (inside === 'f') cell.formula = joinedCell(cell.formula, text);
      else if (inside === 't') cell.text = joinedCell(cell.text, text);
    },
  });
}

const MOST_COLUMNS = 16_384;

function startCell({ r: name = '', t: type = 'n', s: style = '0' }: Attributes, next: number): Cell {
  const column = columnOf(/^[A-Z]{1,3}(?=\d)/i.exec(name)?.[0] ?? '') ?? next;
  return { column, type, style: Number(style), value: '', formula: '', text: '' };
}

/** The position of a column by its letters. */
function columnOf(letters: string): number | null {
  if (letters === '') return null;
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}

/** A cell as one piece of a line. A formula whose value the file does not hold stands for itself. */
function shownValue(cell: Cell, request: SheetRequest): string {
  const { value, formula } = cell;
  if (value === '' && cell.text === '' && formula !== '') return oneLine(`=${formula}`);
  return oneLine(contentOf(cell, request));
}

function contentOf({ type, style, value, text }: Cell, { strings, forms, from1904 }: SheetRequest): string {
  switch (type) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'inlineStr':
      return text;
    case 'b':
      return value === '1' || value === 'true' ? 'TRUE' : value === '' ? '' : 'FALSE';
    case 'n': {
      const form = forms[style] ?? null;
      const number = Number(value);
      if (value.trim() === '' || Number.isNaN(number)) return value;
      // Seventeen digits are stored, of which people see at most fifteen.
      return (form && isoDate(number, { form, from1904 })) ?? String(Number(number.toPrecision(15)));
    }
    default:
      return value;
  }
}
