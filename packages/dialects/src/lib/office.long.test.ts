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

it('shows 100,000 rows of twenty cells, and lets others have their turn', async () => {
  const cells = '<c><v>1.5</v></c>'.repeat(20);
  const rows = Array.from({ length: 100_000 }, () => `<row>${cells}</row>`);
  const bytes = workbookOf({ S: rows.join('') });
  let [last, longest] = [performance.now(), 0];
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  const { text, isError } = await read(bytes);
  clearInterval(timer);
  expect([isError, text.split('\n')[1]]).toEqual([false, Array(20).fill('1.5').join('\t')]);
  expect(longest).toBeLessThan(300);
}, 60_000);

it('unpacks no more than 256 MB', async () => {
  const size = 300_000_000;
  const deflated = deflateRawSync(Buffer.alloc(size, ' '));
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
