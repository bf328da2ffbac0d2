import { builtinDateForm, type DateForm, dateFormOf } from './cell-dates.ts';
import type { OfficePackage } from './open-package.ts';
import { parsePart } from './parse-part.ts';

/** Reads which cell styles show dates, by their numbers. @param part undefined if the workbook has no styles */
export async function readCellForms(
  from: OfficePackage,
  part: string | undefined,
): Promise<readonly (DateForm | null)[]> {
  const forms: (DateForm | null)[] = [];
  if (part === undefined || !from.has(part)) return forms;
  const codes = new Map<number, DateForm | null>();
  let isOfCells = false;
  await parsePart(from, part, {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId ?? 0);
      if (name === 'cellXfs') isOfCells = true;
      else if (name === 'numFmt') codes.set(id, dateFormOf(formatCode ?? ''));
      else if (name === 'xf' && isOfCells) forms.push(codes.has(id) ? (codes.get(id) ?? null) : builtinDateForm(id));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return forms;
}
