import { type ZipEntry, zipOf } from './zip-of.ts';

type Parts = Readonly<Record<string, ZipEntry>>;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const OPEN_XML = 'application/vnd.openxmlformats-officedocument';

/** Content types of the main parts of documents with macros, by the names of the others. */
const MACROS: Readonly<Record<string, string>> = {
  'wordprocessingml.document': 'application/vnd.ms-word.document.macroEnabled',
  'spreadsheetml.sheet': 'application/vnd.ms-excel.sheet.macroEnabled',
  'presentationml.presentation': 'application/vnd.ms-powerpoint.presentation.macroEnabled',
};

interface OfficeOptions {
  readonly macros?: boolean;
  readonly method?: 'deflate' | 'store';
}

/** The parts of relations, by ids and pairs of type and target. */
export function relationsXml(relations: Readonly<Record<string, readonly [type: string, target: string]>>): string {
  const all = Object.entries(relations).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="x">${all.join('')}</Relationships>`;
}

interface MainPart {
  readonly part: string;
  /** The middle of its content type. */
  readonly type: string;
}

/** A package with a main part; parts given again replace those that it has. */
function packageOf({ part: main, type }: MainPart, parts: Parts, options: OfficeOptions = {}): Buffer {
  const { macros = false, method } = options;
  const mainType = `${macros ? MACROS[type] : `${OPEN_XML}.${type}`}.main+xml`;
  const types = `${HEAD}<Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${mainType}"/></Types>`;
  const own = { '[Content_Types].xml': types, '_rels/.rels': relationsXml({ r1: ['officeDocument', main] }) };
  return zipOf({ ...own, ...parts }, method);
}

/** A Word document. @param body XML of its paragraphs and tables */
export function wordOf(body: string, parts: Parts = {}, options?: OfficeOptions): Buffer {
  const relations = relationsXml({
    r1: ['styles', 'styles.xml'],
    r2: ['numbering', 'numbering.xml'],
    r3: ['footnotes', 'footnotes.xml'],
    r4: ['comments', '/word/comments.xml'],
  });
  const document = `${HEAD}<w:document><w:body>${body}</w:body></w:document>`;
  const own = { 'word/document.xml': document, 'word/_rels/document.xml.rels': relations };
  return packageOf({ part: 'word/document.xml', type: 'wordprocessingml.document' }, { ...own, ...parts }, options);
}

/** A workbook. @param sheets XML of the rows, by names of sheets */
export function workbookOf(
  sheets: Readonly<Record<string, string>>,
  parts: Parts = {},
  options?: OfficeOptions & { readonly from1904?: boolean },
): Buffer {
  const names = Object.keys(sheets);
  const list = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at + 1}"/>`);
  const epoch = options?.from1904 ? '<workbookPr date1904="1"/>' : '';
  const own: Record<string, ZipEntry> = {
    'xl/workbook.xml': `${HEAD}<workbook>${epoch}<sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsXml({
      r1: ['sharedStrings', 'sharedStrings.xml'],
      r2: ['styles', 'styles.xml'],
      ...Object.fromEntries(names.map((_, at) => [`s${at + 1}`, ['worksheet', `worksheets/sheet${at + 1}.xml`]])),
    }),
  };
  for (const [at, name] of names.entries())
    own[`xl/worksheets/sheet${at + 1}.xml`] = `${HEAD}<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`;
  return packageOf({ part: 'xl/workbook.xml', type: 'spreadsheetml.sheet' }, { ...own, ...parts }, options);
}

/** A presentation. @param slides XML of the shapes of each */
export function slidesOf(slides: readonly string[], parts: Parts = {}, options?: OfficeOptions): Buffer {
  const list = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at + 1}"/>`);
  const own: Record<string, ZipEntry> = {
    'ppt/presentation.xml': `${HEAD}<p:presentation><p:sldIdLst>${list.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationsXml(
      Object.fromEntries(slides.map((_, at) => [`s${at + 1}`, ['slide', `slides/slide${at + 1}.xml`]])),
    ),
  };
  for (const [at, shapes] of slides.entries()) own[`ppt/slides/slide${at + 1}.xml`] = slideXml(shapes);
  return packageOf(
    { part: 'ppt/presentation.xml', type: 'presentationml.presentation' },
    { ...own, ...parts },
    options,
  );
}

export function slideXml(shapes: string): string {
  return `${HEAD}<p:sld><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
}

/** A shape with a text. @param role such as `title` */
export function shapeXml(text: string, role?: string): string {
  const place = role === undefined ? '' : `<p:nvSpPr><p:nvPr><p:ph type="${role}"/></p:nvPr></p:nvSpPr>`;
  const paragraphs = text.split('\n').map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`);
  return `<p:sp>${place}<p:txBody>${paragraphs.join('')}</p:txBody></p:sp>`;
}

/** A paragraph of Word. @param properties XML of its properties */
export function paragraphXml(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}
