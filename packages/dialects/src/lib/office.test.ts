import { deflateRawSync } from 'node:zlib';
import {
  openTree,
  paragraphXml,
  relationsXml,
  shapeXml,
  slidesOf,
  slideXml,
  type TemporaryTree,
  wordOf,
  workbookOf,
  zipOf,
} from '@dragoman/testing';
import { createSession } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';
import { createToolset } from './create-toolset.ts';
import type { DialectName } from './registry.ts';

type Facts = Readonly<Record<string, unknown>>;

type ToolCall = readonly [name: string, args: Facts];

async function callAll(dialect: DialectName, tree: TemporaryTree, calls: readonly ToolCall[]) {
  const session = createSession({ workdir: tree.root, requireRead: 'never' });
  await using toolset = await createToolset({ dialect, session });
  const answers: { readonly text: string; readonly isError: boolean }[] = [];
  for (const [name, args] of calls) {
    const { content, isError = false } = await toolset.call(name, args);
    answers.push({ text: content.map((block) => ('text' in block ? block.text : block.type)).join('\n'), isError });
  }
  return answers;
}

async function call(dialect: DialectName, tree: TemporaryTree, one: ToolCall) {
  const [answer] = await callAll(dialect, tree, [one]);
  return answer ?? { text: '', isError: true };
}

/** The text of a document, as a tool shows it that adds nothing. */
async function textOf(document: Buffer): Promise<string> {
  await using tree = await openTree({ f: document });
  return (await call('agent', tree, ['read', { file_path: 'f' }])).text;
}

async function readBy(document: Buffer, args: Facts = {}) {
  await using tree = await openTree({ 'f.bin': document });
  return await call('claude', tree, ['Read', { file_path: tree.path('f.bin'), ...args }]);
}

const style = (id: string, properties: string) => `<w:style w:styleId="${id}">${properties}</w:style>`;
const styles = (...all: readonly string[]) => ({ 'word/styles.xml': `<w:styles>${all.join('')}</w:styles>` });
const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraphXml(text)}</w:tc>`;
const table = (...rows: readonly (readonly string[])[]) =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.join('')}</w:tr>`).join('')}</w:tbl>`;

describe('a Word document', () => {
  it('is shown with its headings, by outline, name and inheritance', async () => {
    const named = styles(
      style('Titel', '<w:name w:val="Title"/>'),
      style('U1', '<w:name w:val="heading 1"/>'),
      style('Own', '<w:name w:val="Own"/><w:basedOn w:val="U1"/>'),
      style('Deep', '<w:name w:val="Deep"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr>'),
      // They inherit from each other.
      style('A', '<w:basedOn w:val="B"/>'),
      style('B', '<w:basedOn w:val="A"/>'),
    );
    const body = ['Titel', 'U1', 'Own', 'Deep', 'A', 'none'].map((id) => paragraphXml(id, `<w:pStyle w:val="${id}"/>`));
    const direct = paragraphXml('direct', '<w:outlineLvl w:val="8"/>');
    expect(await textOf(wordOf([...body, direct].join(''), named))).toBe(
      ['# Titel', '# U1', '# Own', '### Deep', 'A', 'none', '###### direct'].join('\n\n'),
    );
  });

  it('is shown with its lists, numbers counted on through other text', async () => {
    const item = (text: string, list: number, level = 0) =>
      paragraphXml(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
    const level = (at: number, form: string, start = 1) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${form}"/></w:lvl>`;
    const numbering = {
      'word/numbering.xml': `<w:numbering>
        <w:abstractNum w:abstractNumId="7">${level(0, 'decimal', 3)}${level(1, 'bullet')}</w:abstractNum>
        <w:abstractNum w:abstractNumId="8">${level(0, 'bullet')}${level(1, 'lowerLetter')}</w:abstractNum>
        <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
      </w:numbering>`,
    };
    const body = [
      item('three', 1),
      item('below', 1, 1),
      item('four', 1),
      paragraphXml('between'),
      item('five', 1),
      item('dot', 2),
      item('one', 2, 1),
      item('two', 2, 1),
      item('dot', 2),
      item('one again', 2, 1),
      paragraphXml('none', '<w:numPr><w:numId w:val="0"/></w:numPr>'),
    ];
    expect(await textOf(wordOf(body.join(''), numbering))).toBe(
      [
        '3. three\n    - below\n4. four',
        'between',
        '5. five\n- dot\n    1. one\n    2. two\n- dot\n    1. one again',
        'none',
      ].join('\n\n'),
    );
  });

  it('is shown with its tables, merged and nested cells and all that Markdown would take for its own', async () => {
    const nested = `<w:tc>${paragraphXml('outer')}${table([cell('in'), cell('ner')])}${paragraphXml('')}</w:tc>`;
    const two = `<w:tc>${paragraphXml('one')}${paragraphXml('two')}</w:tc>`;
    const body = table([cell('a|b', '<w:gridSpan w:val="2"/>'), cell('c')], [two, nested, cell('')], [cell('short')]);
    expect(await textOf(wordOf(`${paragraphXml('before')}${body}${paragraphXml('after')}`))).toBe(
      ['before', '| a\\|b |  | c |\n| --- | --- | --- |\n| one<br>two | outer<br>in ner |  |\n| short |', 'after'].join(
        '\n\n',
      ),
    );
  });

  it('is shown with notes, comments, pictures and breaks, without what was deleted or is there twice', async () => {
    const body = `
      <w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="1"/></w:tabs></w:pPr>
        <w:r><w:t>kept</w:t><w:tab/><w:t>on</w:t><w:br/><w:t>line</w:t></w:r>
        <w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom>
        <w:ins><w:r><w:t> added</w:t></w:r></w:ins>
        <w:r><w:instrText>PAGE</w:instrText><w:footnoteReference w:id="2"/><w:commentReference w:id="0"/></w:r></w:p>
      <w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent>${paragraphXml('box')}</w:txbxContent></w:drawing></mc:Choice>
        <mc:Fallback><w:txbxContent>${paragraphXml('box')}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>
        <w:r><w:drawing><wp:docPr id="1" name="Picture 1" descr="a map"/><a:blip r:embed="x"/></w:drawing></w:r></w:p>`;
    const note = (element: string, id: number, text: string) =>
      `<w:${element} w:id="${id}" w:author="Ada">${paragraphXml(text)}</w:${element}>`;
    const parts = {
      'word/footnotes.xml': `<w:footnotes>${note('footnote', 1, 'never')}<w:footnote w:id="2">${paragraphXml('see')}</w:footnote></w:footnotes>`,
      'word/comments.xml': `<w:comments>${note('comment', 0, 'why?')}</w:comments>`,
    };
    expect(await textOf(wordOf(body, parts))).toBe(
      ['kept\ton\nline added[^2][^c0]', 'box', '![a map]', '[^2]: see', '[^c0]: Ada: why?'].join('\n\n'),
    );
  });
});

const row = (cells: string, number = '') => `<row${number && ` r="${number}"`}>${cells}</row>`;
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

describe('a workbook', () => {
  it('is shown sheet by sheet, with texts, numbers, truths, errors and formulas', async () => {
    const shared = {
      'xl/sharedStrings.xml':
        '<sst><si><t>plain</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>read</t></rPh></si></sst>',
    };
    const rows = [
      '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>a&#10;b</t></is></c>',
      '<c/><c><v>0.30000000000000004</v></c><c r="C2" t="b"><v>1</v></c><c t="e"><v>#DIV/0!</v></c>',
      '<c><f>1+1</f><v>2</v></c><c t="str"><f>A1</f><v>so</v></c><c><f>NOW()</f></c>',
    ].map((cells) => row(cells));
    const document = workbookOf({ 'Größen &amp; Co': rows.join(''), Last: row(text('end')) }, shared);
    expect(await textOf(document)).toBe(
      [
        '--- Sheet 1 of 2: Größen & Co ---',
        'plain\trich\t\ta b',
        '\t0.3\tTRUE\t#DIV/0!',
        '2\tso\t=NOW()',
        '',
        '--- Sheet 2 of 2: Last ---',
        'end',
      ].join('\n'),
    );
  });

  it('shows dates as ISO dates in both epochs, and numbers as numbers', async () => {
    const formats = [
      'yyyy/mm/dd',
      '[h]:mm:ss',
      '0.00E+00',
      '"day "0',
      'd. mmmm yyyy h:mm',
      '[Red]0',
      'General',
      'hh:mm',
    ];
    const codes = formats.map(
      (code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
    );
    const ids = [14, 22, 46, 2, ...formats.map((_, at) => 200 + at)];
    const xfs = ids.map((id) => `<xf numFmtId="${id}"/>`).join('');
    const parts = {
      'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs}</cellXfs></styleSheet>`,
    };
    const cells = (values: readonly (readonly [style: number, value: number])[]) =>
      row(values.map(([at, value]) => `<c s="${at}"><v>${value}</v></c>`).join(''));
    const rows = [
      cells([
        [0, 45322],
        [1, 45322.520833333336],
        [2, 1.5],
        [3, 45322],
      ]),
      cells([
        [4, 45322],
        [5, 2.25],
        [6, 45322],
        [7, 45322],
        [8, 45322.25],
        [9, 45322],
        [10, 45322],
        [11, 0.75],
      ]),
      cells([
        [0, 0],
        [0, 1],
        [0, 59],
        [0, 60],
        [0, 61],
        [0, -1],
        [0, 2958465],
        [0, 2958467],
      ]),
      '<row><c t="d" s="0"><v>2024-01-31T00:00:00</v></c></row>',
    ].join('');
    const shown = (days: readonly string[]) => days.join('\t');
    expect((await textOf(workbookOf({ S: rows }, parts))).split('\n').slice(1)).toEqual([
      shown(['2024-01-31', '2024-01-31T12:30:00', '36:00:00', '45322']),
      shown(['2024-01-31', '54:00:00', '45322', '45322', '2024-01-31T06:00:00', '45322', '45322', '18:00:00']),
      shown(['1899-12-31', '1900-01-01', '1900-02-28', '1900-02-29', '1900-03-01', '-1', '9999-12-31', '2958467']),
      '2024-01-31T00:00:00',
    ]);
    const [, first] = (await textOf(workbookOf({ S: rows }, parts, { from1904: true }))).split('\n');
    expect(first).toBe(shown(['2028-02-01', '2028-02-01T12:30:00', '36:00:00', '45322']));
  });

  it('has one empty line for rows without content, and no cell past the last column', async () => {
    const rows = [
      row('', '1'),
      row(text('a'), '3'),
      row('<c r="B1048576"/>', '4'),
      row('<c r="C9" t="inlineStr"><is><t>b</t></is></c><c r="ZZZ9" t="inlineStr"><is><t>no</t></is></c>', '1048576'),
    ];
    expect(await textOf(workbookOf({ S: rows.join('') }))).toBe('--- Sheet 1 of 1: S ---\na\n\n\t\tb');
  });

  it('shows the sheets asked for, and names one that it does not have', async () => {
    const sheets = workbookOf({ One: row(text('1')), Two: row(text('2')), Three: row(text('3')) });
    expect((await readBy(sheets, { pages: '2-3' })).text).toBe(
      '1\t--- Sheet 2 of 3: Two ---\n2\t2\n3\t\n4\t--- Sheet 3 of 3: Three ---\n5\t3',
    );
    expect(await readBy(sheets, { pages: '4' })).toEqual({
      text: expect.stringContaining('Requested sheet 4 is outside the document (it has 3 sheets).'),
      isError: true,
    });
  });
});

describe('a presentation', () => {
  const notes = { 'ppt/slides/_rels/slide1.xml.rels': relationsXml({ r1: ['notesSlide', '../notesSlides/n.xml'] }) };
  const bullets =
    '<p:sp><p:txBody><a:p><a:pPr><a:buChar char="•"/></a:pPr><a:r><a:t>one</a:t></a:r></a:p><a:p><a:pPr lvl="1"/><a:r><a:t>two</a:t></a:r><a:br/><a:r><a:t>more</a:t></a:r></a:p></p:txBody></p:sp>';
  const cells = (...names: readonly string[]) =>
    `<a:tr>${names.map((name) => `<a:tc><a:txBody><a:p><a:r><a:t>${name}</a:t></a:r></a:p></a:txBody></a:tc>`).join('')}</a:tr>`;
  const document = slidesOf(
    [
      `${shapeXml('body', 'body')}${shapeXml('Title', 'title')}${shapeXml('7', 'sldNum')}${bullets}`,
      `<p:graphicFrame><a:tbl>${cells('a', 'b')}${cells('c', 'd|e')}</a:tbl></p:graphicFrame><p:pic><p:nvPicPr><p:cNvPr id="2" name="p.png" descr=""/></p:nvPicPr></p:pic>`,
    ],
    { ...notes, 'ppt/notesSlides/n.xml': slideXml(`${shapeXml('1', 'sldNum')}${shapeXml('say\nthis', 'body')}`) },
  );

  it('is shown slide by slide, with titles, texts, tables, pictures and notes', async () => {
    expect(await textOf(document)).toBe(
      [
        '--- Slide 1 of 2: Title ---',
        'body',
        '- one\n  two\nmore',
        'Notes: say\nthis',
        '--- Slide 2 of 2 ---',
        '| a | b |\n| --- | --- |\n| c | d\\|e |',
        '![p.png]',
      ].join('\n\n'),
    );
  });

  it('shows the slides asked for', async () => {
    expect((await readBy(document, { pages: '2' })).text).toMatch(/^1\t--- Slide 2 of 2 ---\n2\t\n3\t\| a \| b \|/);
    expect((await readBy(document, { pages: '3-' })).text).toContain('(it has 2 slides)');
  });
});

const DOCUMENTS = {
  'a.docx': wordOf(paragraphXml('needle')),
  'b.xlsx': workbookOf({ S: row(text('needle')) }),
  'c.pptx': slidesOf([shapeXml('needle')]),
  'd.docm': wordOf(paragraphXml('needle'), {}, { macros: true }),
  'e.xlsm': workbookOf({ S: row(text('needle')) }, {}, { macros: true }),
  'f.pptm': slidesOf([shapeXml('needle')], {}, { macros: true }),
  'g.dat': wordOf(paragraphXml('needle'), {}, { method: 'store' }),
} as const;

type Reader = readonly [DialectName, string, (path: string) => Facts];

const READERS: readonly Reader[] = [
  ['claude', 'Read', (file_path) => ({ file_path })],
  ['claude-code', 'Read', (file_path) => ({ file_path })],
  ['gemini', 'read_file', (absolute_path) => ({ absolute_path })],
  ['gemini-cli', 'read_file', (file_path) => ({ file_path })],
  ['gemini-cli', 'read_many_files', (path) => ({ include: [path], useDefaultExcludes: false })],
  ['editor', 'view', (path) => ({ path })],
  ['agent', 'read', (file_path) => ({ file_path })],
];

describe.each(READERS)('in %s, %s', (dialect, name, args) => {
  it('shows documents by their content, whatever their names', async () => {
    await using tree = await openTree(DOCUMENTS);
    const files = Object.keys(DOCUMENTS);
    const answers = await callAll(
      dialect,
      tree,
      files.map((file) => [name, args(tree.path(file))]),
    );
    expect(answers).toEqual(files.map(() => ({ text: expect.stringContaining('needle'), isError: false })));
  });

  it('says what is wrong with one that cannot be shown', async () => {
    await using tree = await openTree({ 'cut.docx': wordOf(paragraphXml('x')).subarray(0, -30) });
    const { text: shown } = await call(dialect, tree, [name, args(tree.path('cut.docx'))]);
    expect(shown).toContain('cut.docx: Word document, damaged (its ZIP archive is broken or ends early)');
  });
});

it.each([
  ['codex', 'read_file', (file_path: string) => ({ file_path }), 'is a binary file'],
  ['filesystem', 'read_text_file', (path: string) => ({ path }), 'binary file'],
  ['text_editor', 'str_replace_based_edit_tool', (path: string) => ({ command: 'view', path }), 'binary file'],
  ['claude', 'Edit', (file_path: string) => ({ file_path, old_string: 'needle', new_string: 'x' }), 'binary'],
] as const)('in %s, %s takes a document for a binary file', async (dialect, name, args, sentence) => {
  await using tree = await openTree(DOCUMENTS);
  const { text: shown } = await call(dialect, tree, [name, args(tree.path('a.docx'))]);
  expect(shown).toContain(sentence);
});

const encrypted = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(2_000_000),
  Buffer.from('EncryptedPackage', 'utf16le'),
  Buffer.alloc(500),
]);
const document = (xml: string) => wordOf('', { 'word/document.xml': xml });
const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`x/${at}`, '']));
const entities = '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>';

describe('a document is not shown, and the answer says why', () => {
  it.each<readonly [string, Buffer, string]>([
    ['encrypted', encrypted, 'Office document, encrypted (opens with a password only)'],
    ['without a main part', zipOf({ '[Content_Types].xml': '<a/>', 'word/x': '' }), 'damaged (_rels/.rels is missing)'],
    [
      'whose main part is missing',
      wordOf('', { '_rels/.rels': relationsXml({ r1: ['officeDocument', 'word/../../none.xml'] }) }),
      'damaged (none.xml is missing)',
    ],
    ['that is no XML', document('<w:document><w:body>'), 'damaged (word/document.xml is not well-formed XML)'],
    ['of binary data', document('\0\0\0'), 'damaged (word/document.xml is not well-formed XML)'],
    ['with entities', document(`${entities}<w:document>&b;&x;</w:document>`), 'has a document type declaration'],
    [
      'of very many attributes',
      document(`<w:p ${Array.from({ length: 2_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
      'has attributes or a text without end',
    ],
    [
      'with a tag of very many letters',
      document(`<${'p'.repeat(9_000_000)}/>`),
      'has attributes or a text without end',
    ],
    [
      'with a paragraph of names of pictures',
      document(`<w:p><w:docPr descr="${'x'.repeat(3_000_000)}"/>${'<w:blip/>'.repeat(200)}</w:p>`),
      'has attributes or a text without end',
    ],
    [
      'with a slide of names of pictures',
      slidesOf([`<p:cNvPr descr="${'x'.repeat(3_000_000)}"/>${'<p:pic/>'.repeat(200)}`]),
      'too large (its text has over 67108864 characters)',
    ],
    [
      'with a paragraph of very many levels',
      slidesOf([`<p:sp><a:p>${'<a:pPr lvl="8"/>'.repeat(300_000)}</a:p></p:sp>`]),
      'has attributes or a text without end',
    ],
    ['nested deep', document('<w:p>'.repeat(100_000)), 'word/document.xml is nested too deep'],
    [
      'that lies about its size',
      wordOf('', { 'word/document.xml': { deflated: deflateRawSync(Buffer.alloc(9_000)), size: 10 } }),
      'damaged (its ZIP archive is broken or ends early)',
    ],
    ['of very many files', wordOf('', many), 'its archive has over 10000 files'],
    [
      'in binary form',
      workbookOf(
        {},
        {
          '[Content_Types].xml':
            '<Types><Default Extension="xml" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>',
        },
      ),
      'in the binary form (.xlsb)',
    ],
  ])('%s', async (_, bytes, reason) => {
    const { text: shown, isError } = await readBy(bytes);
    expect([shown.slice(0, 500), isError]).toEqual([expect.stringContaining(reason), true]);
    expect(shown).toMatch(/^Cannot show \S+f\.bin: (?:Word|Excel|PowerPoint|Office)/);
  });

  it('but for pages that name each other without end, which are shown once', async () => {
    const loop = relationsXml({ r1: ['notesSlide', 'slide1.xml'], s1: ['slide', '../presentation.xml'] });
    const slides = slidesOf([shapeXml('once', 'body')], {
      'ppt/presentation.xml': `<p:presentation>${'<p:sldId r:id="s1"/>'.repeat(1000)}</p:presentation>`,
      'ppt/slides/_rels/slide1.xml.rels': loop,
    });
    expect(await textOf(slides)).toBe('--- Slide 1 of 1 ---\n\nonce\n\nNotes: once');
  });
});

it('is not read at all if the file is too large, whatever lines are asked for', async () => {
  await using tree = await openTree({ 'a.docx': wordOf(paragraphXml('x')), a: Buffer.alloc(2000) });
  await using toolset = await createToolset({
    dialect: 'agent',
    session: { workdir: tree.root, limits: { maxFileSize: 500 } },
  });
  const codeFor = async (file_path: string) => {
    const { _meta } = await toolset.call('read', { file_path, view_range: [1, 2] });
    return Object(_meta?.['dragoman/error']).code;
  };
  expect([await codeFor('a.docx'), await codeFor('a')]).toEqual(['FILE_TOO_LARGE', 'UNSUPPORTED_FILE']);
});

it('takes other archives and containers for binary files', async () => {
  const others = [
    zipOf({ 'word/a.txt': 'a', 'b.txt': 'b' }),
    zipOf({ '[Content_Types].xml': '<Types/>', 'lib/a.dll': 'a' }),
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)]),
  ];
  for (const bytes of others) expect((await readBy(bytes)).text).toContain('This tool cannot read binary files.');
});

it('is read in whatever order and encoding its parts are', async () => {
  const list = '<sheets><sheet name="Ä" state="hidden" r:id="s1"/></sheets>';
  const workbook = Buffer.from(`\ufeff<workbook>${list}</workbook>`, 'utf16le');
  const [relations, sheet] = [
    relationsXml({ s1: ['worksheet', '/xl/s.xml'] }),
    `<x:worksheet><x:row><x:c><x:v>1</x:v></x:c></x:row></x:worksheet>`,
  ];
  const filler = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`docProps/${'p'.repeat(60)}${at}`, '']));
  const bytes = zipOf({
    'docProps/app.xml': 'x'.repeat(9_000),
    'XL\\workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': relations,
    'xl/s.xml': `\ufeff${sheet}`,
    ...filler,
    '_rels/.rels': relationsXml({ r1: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/last.xml': '',
    '[Content_Types].xml':
      '<Types><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
  });
  expect(await textOf(bytes)).toBe('--- Sheet 1 of 1: Ä (hidden) ---\n1');
});

it('names no part beyond the package, whatever it is called', async () => {
  const names = { '../../etc/passwd': 'x', '/abs': 'x', 'C:\\x': 'x', ['n'.repeat(60_000)]: 'x', 'a\0b': 'x' };
  expect(await textOf(wordOf(paragraphXml('fine'), names))).toBe('fine');
});

it('is read on by lines, and the parts joined are the text', async () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => row(text(`row ${at}`) + text('x'.repeat(at % 50))));
  await using tree = await openTree({ f: workbookOf({ S: rows.join('') }) });
  const parts = await callAll(
    'claude',
    tree,
    [1, 1_001, 2_001, 3_001, 4_001, 5_001].map((offset) => [
      'Read',
      { file_path: tree.path('f'), offset, limit: 1_000 },
    ]),
  );
  const lines = parts.flatMap(({ text: shown }) =>
    shown.split('\n').flatMap((line) => /^\d+\t(.*)$/.exec(line)?.slice(1) ?? []),
  );
  expect(lines).toEqual([
    '--- Sheet 1 of 1: S ---',
    ...rows.map((_, at) => `row ${at}\t${'x'.repeat(at % 50)}`.replace(/\t$/, '')),
  ]);
});

it('lets others have their turn while many rows are read', async () => {
  const rows = Array.from({ length: 40_000 }, (_, at) => `<row><c><v>${at}</v></c><c><v>${at * 2}</v></c></row>`);
  await using tree = await openTree({ f: workbookOf({ S: rows.join('') }, {}, { method: 'store' }) });
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 5);
  const { text: shown } = await call('claude', tree, ['Read', { file_path: tree.path('f'), offset: 39_990 }]);
  clearInterval(timer);
  expect(shown).toContain('\t39999\t79998');
  // A read in one piece would leave two or three.
  expect(turns).toBeGreaterThan(10);
});

const SEARCHES: readonly (readonly [DialectName, string, (path: string) => Facts])[] = [
  ['claude', 'Grep', (path) => ({ pattern: 'needle', path })],
  ['claude-code', 'Grep', (path) => ({ pattern: 'needle', path })],
  ['gemini-cli', 'grep_search', (dir_path) => ({ pattern: 'needle', dir_path })],
  ['gemini-cli', 'grep_search', (dir_path) => ({ pattern: '(?<!x)needle', dir_path })],
  ['editor', 'grep', (path) => ({ pattern: 'needle', path })],
  ['agent', 'grep', (path) => ({ pattern: 'needle', path })],
  ['codex', 'grep_files', (path) => ({ pattern: 'needle', path })],
];

it.each(SEARCHES)('in %s, %s says that documents are not searched', async (dialect, name, args) => {
  await using tree = await openTree({ ...DOCUMENTS, 'sub/none.txt': 'nothing', 'sub/x.zip': zipOf({ a: 'needle' }) });
  const places = [tree.path('a.docx'), tree.root, tree.path('sub')];
  const answers = await callAll(
    dialect,
    tree,
    places.map((path) => [name, args(path)]),
  );
  expect(answers.map(({ text: shown }) => /^Not searched: .*$/m.exec(shown)?.[0])).toEqual([
    'Not searched: 1 Word, Excel or PowerPoint file.',
    'Not searched: 7 Word, Excel or PowerPoint files.',
    undefined,
  ]);
});
