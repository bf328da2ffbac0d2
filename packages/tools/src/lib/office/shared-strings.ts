import type { OfficePackage } from './open-package.ts';
import { parsePart } from './parse-part.ts';

/** Characters of a cell: Excel takes no more. */
const MOST_CELL = 32_767;

/** Reads the texts that the cells of a workbook name by number, each as one line: any number of cells may name it. @param part undefined if it has none */
export async function readSharedStrings(from: OfficePackage, part: string | undefined): Promise<readonly string[]> {
  const strings: string[] = [];
  if (part === undefined || !from.has(part)) return strings;
  let [text, isText] = ['', false];
  await parsePart(from, part, {
    open(name) {
      isText = name === 't';
      if (name === 'si') text = '';
    },
    close(name) {
      isText = false;
      if (name === 'si') strings.push(oneLine(text));
    },
    text(piece) {
      if (isText) text = joinedCell(text, piece);
    },
  });
  return strings;
}

/** The text of a cell and a piece more of it, as far as a cell takes that. */
export function joinedCell(text: string, piece: string): string {
  return text.length >= MOST_CELL ? text : (text + piece).slice(0, MOST_CELL);
}

/** A text as one piece of a line. */
export function oneLine(text: string): string {
  return /[\t\n\r]/.test(text) ? text.replaceAll(/[\t\n\r]+/g, ' ').trim() : text;
}
