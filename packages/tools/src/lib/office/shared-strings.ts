import type { OfficePackage } from './open-package.ts';
import { parsePart } from './parse-part.ts';

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
      if (name === 'si') strings.push(text);
    },
    text(piece) {
      if (isText) text += piece;
    },
  });
  return strings;
}
