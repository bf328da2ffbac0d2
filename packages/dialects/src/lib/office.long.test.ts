import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { installPackage, openTree, paragraphXml, shapeXml, slidesOf, wordOf, workbookOf } from '@dragoman/testing';
import { createSession } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';
import { createToolset } from './create-toolset.ts';

async function read(bytes: Uint8Array) {
  await using tree = await openTree({ f: bytes });
  const session = createSession({ workdir: tree.root, requireRead: 'never' });
  await using toolset = await createToolset({ dialect: 'agent', session });
  const { content, isError = false, _meta } = await toolset.call('read', { file_path: 'f' });
  return { text: content.map((block) => ('text' in block ? block.text : '')).join(), isError, _meta };
}

describe('Word documents of other programs', () => {
  it.each([
    ['comments.docx', 'Ouch[^c0].[^c2]'],
    ['empty.docx', ''],
    ['endnotes.docx', '[^e2]: A tachyon walks into a bar.'],
    ['footnotes.docx', '[^1]: A tachyon walks into a bar.'],
    ['simple-list.docx', '- Apple\n- Banana'],
    ['strict-format.docx', 'Test'],
    ['tables.docx', '| Top left | Top right |\n| --- | --- |\n| Bottom left | Bottom right |'],
    ['text-box.docx', 'Datum plane'],
    ['tiny-picture.docx', '![Picture 1]'],
    ['utf8-bom.docx', 'This XML has a byte order mark.'],
  ])('%s is shown', async (name, text) => {
    const folder = join(await installPackage('mammoth@1.13.0'), 'mammoth/test/test-data');
    expect(readdirSync(folder)).toContain(name);
    expect(await read(readFileSync(join(folder, name)))).toMatchObject({
      text: expect.stringContaining(text),
      isError: false,
    });
  });
});

it.each([
  ['styles/out.xlsx', 'number\t1.2'],
  ['basic/out.xlsx', 'This is neat!'],
  ['encryption/out.xlsx', 'encrypted (opens with a password only)'],
])('of workbooks of other programs, %s is shown, or named', async (name, text) => {
  const folder = await installPackage('xlsx-populate@1.21.0');
  expect((await read(readFileSync(join(folder, 'xlsx-populate/examples', name)))).text).toContain(text);
});

/** Reads a document, and measures the longest time in which nobody else had a turn. */
async function readWatched(bytes: Uint8Array) {
  let [last, longest] = [performance.now(), 0];
  const tick = (): void => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(tick, 5);
  const answer = await read(bytes);
  tick();
  clearInterval(timer);
  return { ...answer, longest };
}

it('shows 100,000 rows of twenty cells, and lets others have their turn', async () => {
  const cells = '<c><v>1.5</v></c>'.repeat(20);
  const rows = Array.from({ length: 100_000 }, () => `<row>${cells}</row>`);
  const { text, isError, longest } = await readWatched(workbookOf({ S: rows.join('') }));
  expect([isError, text.split('\n')[1]]).toEqual([false, Array(20).fill('1.5').join('\t')]);
  expect(longest).toBeLessThan(300);
}, 60_000);

const cell = '<w:tc><w:p/></w:tc>';
const chain = Array.from(
  { length: 100_000 },
  (_, at) => `<w:style w:styleId="${at}"><w:basedOn w:val="${at + 1}"/></w:style>`,
);
const long = 'x'.repeat(3_000_000);

it.each<readonly [string, () => Uint8Array]>([
  [
    'a paragraph of thirty million characters',
    () => wordOf(`<w:p>${`<w:r><w:t>${'x'.repeat(100_000)}</w:t></w:r>`.repeat(300)}</w:p>`),
  ],
  ['a heading of spaces', () => wordOf(paragraphXml(`x${' '.repeat(3_000_000)}x`, '<w:outlineLvl w:val="0"/>'))],
  ['a row of half a million cells', () => wordOf(`<w:tbl><w:tr>${cell.repeat(500_000)}</w:tr></w:tbl>`)],
  [
    'half a million rows after a wide one',
    () => wordOf(`<w:tbl><w:tr>${cell.repeat(900)}</w:tr>${`<w:tr>${cell}</w:tr>`.repeat(300_000)}</w:tbl>`),
  ],
  [
    'rows of a table in a table',
    () => wordOf(`<w:tbl><w:tr><w:tc><w:tbl>${`<w:tr>${cell}</w:tr>`.repeat(300_000)}</w:tbl></w:tc></w:tr></w:tbl>`),
  ],
  [
    'a chain of styles',
    () =>
      wordOf(paragraphXml('x', '<w:pStyle w:val="0"/>').repeat(50_000), {
        'word/styles.xml': `<w:styles>${chain.join('')}</w:styles>`,
      }),
  ],
  [
    'a long text named by many cells',
    () =>
      workbookOf(
        { S: `<row>${'<c t="s"><v>0</v></c>'.repeat(300_000)}</row>` },
        { 'xl/sharedStrings.xml': `<sst><si><t>${long}</t></si></sst>` },
      ),
  ],
  ['a cell of very many texts', () => workbookOf({ S: `<row><c>${'<v>9</v>'.repeat(3_000_000)}</c></row>` })],
  [
    'cells that name a text of line breaks',
    () =>
      workbookOf(
        { S: `<row>${'<c t="s"><v>0</v></c>'.repeat(16_000)}</row>`.repeat(60) },
        { 'xl/sharedStrings.xml': `<sst><si><t>${'\n'.repeat(32_767)}</t></si></sst>` },
      ),
  ],
  ['cells in the last column', () => workbookOf({ S: '<row><c r="XFD1"><v>1</v></c></row>'.repeat(300_000) })],
  [
    'formats without end',
    () =>
      workbookOf({ S: '' }, { 'xl/styles.xml': `<s><numFmt numFmtId="1" formatCode="${'['.repeat(1_000_000)}"/></s>` }),
  ],
  [
    'a shape of many paragraphs',
    () => slidesOf([`<p:sp><p:txBody>${'<a:p><a:r><a:t>x</a:t></a:r></a:p>'.repeat(500_000)}</p:txBody></p:sp>`]),
  ],
])(
  'holds nobody up by %s',
  async (_, make) => {
    const { longest } = await readWatched(make());
    expect(longest).toBeLessThan(1_000);
  },
  60_000,
);

it('unpacks no more than 256 MB', async () => {
  const size = 300_000_000;
  const blank = Buffer.alloc(size - 3, `<b x="${' '.repeat(1_000)}"/>`);
  const deflated = deflateRawSync(Buffer.concat([Buffer.from('<a>'), blank]));
  for (const said of [size, 10]) {
    const { text } = await read(wordOf('', { 'word/document.xml': { deflated, size: said } }));
    expect(text).toMatch(/f: Word document, (?:too large \(it unpacks to over 256|damaged \(its ZIP archive)/);
  }
}, 60_000);

it('shows a damaged document, or says that it is damaged', async () => {
  const whole = [
    wordOf(paragraphXml('some text')),
    workbookOf({ S: '<row><c><v>1</v></c></row>' }, {}, { method: 'store' }),
    slidesOf([shapeXml('some text', 'title')]),
  ];
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 1_000; round += 1) {
    const bytes = Buffer.from(whole[round % whole.length] ?? '');
    for (let flips = random(6); flips >= 0; flips -= 1) bytes[random(bytes.length)] = random(256);
    const cut = bytes.subarray(0, round % 4 === 0 ? random(bytes.length) : bytes.length);
    const { isError, _meta } = await read(cut);
    if (isError) expect([round, _meta]).toMatchObject([round, { 'dragoman/error': { code: 'UNSUPPORTED_FILE' } }]);
  }
}, 120_000);
