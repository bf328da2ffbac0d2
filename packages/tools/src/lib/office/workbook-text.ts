import { readCellForms } from './cell-forms.ts';
import type { OfficePackage } from './open-package.ts';
import { parsePart, relationOf } from './parse-part.ts';
import { partOfType, relationsOf } from './relations.ts';
import { type OfficeRequest, sectionsIn } from './section-range.ts';
import { readSharedStrings } from './shared-strings.ts';
import { writeSheet } from './sheet-rows.ts';
import type { TextSink } from './text-sink.ts';

interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Undefined for a sheet without a part. */
  readonly part: string | undefined;
  /** Others hold a chart alone, or macros of old. */
  readonly hasCells: boolean;
}

/** Writes the sheets of a workbook as rows whose cells stand between tabs. */
export async function workbookText(from: OfficePackage, request: OfficeRequest, sink: TextSink): Promise<void> {
  const relations = await relationsOf(from, request.part);
  const { sheets, from1904 } = await readSheets(from, request.part, relations);
  const shown = sectionsIn({ path: request.path, unit: 'sheet', all: sheets }, request.pages);
  const strings = await readSharedStrings(from, partOfType(relations, 'sharedStrings'));
  const forms = await readCellForms(from, partOfType(relations, 'styles'));
  for (const { number, section } of shown) {
    const { name, isHidden, part, hasCells } = section;
    sink.block(`--- Sheet ${number} of ${sheets.length}: ${name}${isHidden ? ' (hidden)' : ''} ---`);
    if (hasCells && part !== undefined) await writeSheet(from, { part, strings, forms, from1904 }, sink);
  }
}

interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly from1904: boolean;
}

async function readSheets(
  from: OfficePackage,
  part: string,
  relations: Awaited<ReturnType<typeof relationsOf>>,
): Promise<Workbook> {
  const sheets: Sheet[] = [];
  const taken = new Set<string>();
  let from1904 = false;
  await parsePart(from, part, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const relation = relations.get(relationOf(attributes) ?? '');
      // Each part is shown once, however often it is named.
      if (relation !== undefined && taken.has(relation.part)) return;
      if (relation !== undefined) taken.add(relation.part);
      const isHidden = (attributes.state ?? 'visible') !== 'visible';
      const sheet = { name: (attributes.name ?? '').replaceAll(/\s+/g, ' '), isHidden, part: relation?.part };
      sheets.push({ ...sheet, hasCells: relation?.type === 'worksheet' });
    },
  });
  return { sheets, from1904 };
}
