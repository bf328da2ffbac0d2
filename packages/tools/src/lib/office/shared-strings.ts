import type { OfficePackage } from './open-package.ts';
import { parsePart } from './parse-part.ts';

/** Characters of a cell: Excel takes no more. */
export const MOST_CELL = 32_767;

/** Reads the texts that the cells of a workbook name by number. @param part undefined if it has none */
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
      if (name === 'si') strings.push(text.slice(0, MOST_CELL));
    },
    text(piece) {
      if (isText) text += piece;
    },
  });
  return strings;
}
