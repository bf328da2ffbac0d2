import { pngOf, type ServedDialect, serve, sidesOf, type ToolAnswer } from '@dragoman/testing';
import { degrees, PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { bomb, doubled, form, pdfOf, pdfOfObjects, scan } from './pdf-files.ts';

const read = (server: ServedDialect, args: Readonly<Record<string, unknown>> = {}) =>
  server.call('Read', { file_path: server.path('f.pdf'), ...args });
const texts = (count: number) => Array.from({ length: count }, (_, index) => `This is page ${index + 1}`);
const section = (page: number, total: number, text = `This is page ${page}`) =>
  `--- Page ${page} of ${total} ---\n${text}`;
const sections = (from: number, to: number, total: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => section(from + index, total)).join('\n\n');

const picturesIn = (content: ToolAnswer['content']) =>
  content.flatMap((block) => (block.type === 'image' ? [sidesOf(Buffer.from(String(block.data), 'base64'))] : []));

describe('Read supports PDF files (extract text)', () => {
  it('shows the text page by page, with the number of each', async () => {
    const pdf = await pdfOf(['Überschrift\n\nFirst line, naïve café\nSecond line', 'Last page']);
    await using server = await serve('claude-code', { 'f.pdf': pdf });
    const { text, isError, outcome } = await read(server);
    expect(isError).toBe(false);
    expect(text).toBe(
      [section(1, 2, 'Überschrift\nFirst line, naïve café\nSecond line'), section(2, 2, 'Last page')].join('\n\n'),
    );
    expect(outcome).toMatchObject({ kind: 'pdf', size: pdf.length, totalPages: 2, firstPage: 1, lastPage: 2 });
  });

  it('reads what other programs write, and goes by content, not by name', async () => {
    const pdf = await doubled(await pdfOf(['one', 'two']));
    await using server = await serve('claude-code', { 'f.txt': pdf });
    expect((await server.call('Read', { file_path: server.path('f.txt') })).text).toBe(
      ['one', 'two', 'one', 'two'].map((text, index) => section(index + 1, 4, text)).join('\n\n'),
    );
  });

  it('shows the first 20 pages, and how to go on', async () => {
    await using server = await serve('claude-code', { 'f.pdf': await pdfOf(texts(45)) });
    expect((await read(server)).text).toBe(
      `${sections(1, 20, 45)}\n\n[Showing pages 1-20 of 45. Use pages="21-40" to continue.]`,
    );
    expect((await read(server, { pages: '21-40' })).text).toBe(
      `${sections(21, 40, 45)}\n\n[Showing pages 21-40 of 45. Use pages="41-45" to continue.]`,
    );
    expect((await read(server, { pages: '41-45' })).text).toBe(sections(41, 45, 45));
  });

  it('shows the pages asked for, 20 at most, and takes an end past the last one for the last', async () => {
    await using server = await serve('claude-code', { 'f.pdf': await pdfOf(texts(30)) });
    const rest = '[Showing page 3 of 30. Use pages="4-23" to continue.]';
    expect((await read(server, { pages: '3' })).text).toBe(`${section(3, 30)}\n\n${rest}`);
    expect((await read(server, { pages: 3 })).text).toBe(`${section(3, 30)}\n\n${rest}`);
    expect((await read(server, { pages: ' 29 - 99 ' })).text).toBe(sections(29, 30, 30));
    expect((await read(server, { pages: '28-' })).text).toBe(sections(28, 30, 30));
    expect((await read(server, { pages: '1-30' })).text).toBe(
      `${sections(1, 20, 30)}\n\n[Showing pages 1-20 of 30. Use pages="21-30" to continue.]`,
    );
    expect((await read(server, { pages: '' })).outcome).toMatchObject({ firstPage: 1, lastPage: 20 });
  });

  const refusals = [
    ['31', 'INVALID_RANGE', 'Page 31 is past the end: PATH has 30 pages'],
    ['0', 'INVALID_RANGE', 'pages must begin at 1 or later and not end before they begin'],
    ['5-3', 'INVALID_RANGE', 'pages must begin at 1 or later and not end before they begin'],
    ['one', 'INVALID_ARGUMENT', 'pages must be a page or a range of pages, such as "3" or "1-5"'],
    ['1,3', 'INVALID_ARGUMENT', 'pages must be a page or a range of pages, such as "3" or "1-5"'],
    ['-5', 'INVALID_ARGUMENT', 'pages must be a page or a range of pages, such as "3" or "1-5"'],
  ] as const;
  it('refuses pages that are not there, or are no pages', async () => {
    await using server = await serve('claude-code', { 'f.pdf': await pdfOf(texts(30)) });
    for (const [pages, code, sentence] of refusals) {
      const { text, error, isError } = await read(server, { pages });
      expect([isError, error.code, text]).toEqual([true, code, sentence.replace('PATH', server.path('f.pdf'))]);
    }
  });

  it('reads the last page of many at the cost of that page', async () => {
    await using server = await serve('claude-code', { 'f.pdf': await pdfOf(texts(150)) });
    expect((await read(server, { pages: '150' })).text).toBe(section(150, 150));
  });

  it('looks at no page that was not asked for', async () => {
    await using server = await serve('claude-code', { 'f.pdf': bomb('BT /F1 12 Tf (harmless) Tj ET') });
    expect((await read(server, { pages: '2' })).text).toBe(section(2, 2, 'harmless'));
  });

  it('says that a PDF is encrypted, and reads one that opens without a password', async () => {
    await using server = await serve('claude-code', {
      'f.pdf': await pdfOf(['secret'], { userPassword: 'x', pdfVersion: '1.7' }),
      'owner.pdf': await pdfOf(['free to read'], { ownerPassword: 'x' }),
    });
    const { text, error } = await read(server);
    expect(text).toBe(`Cannot read PDF: ${server.path('f.pdf')} is encrypted, and opens with a password only`);
    expect(error).toMatchObject({ code: 'UNSUPPORTED_FILE', path: server.path('f.pdf'), reason: 'encrypted' });
    expect((await server.call('Read', { file_path: server.path('owner.pdf') })).text).toBe(
      section(1, 1, 'free to read'),
    );
  });

  it('says that a PDF is damaged', async () => {
    const pdf = await pdfOf(texts(9));
    await using server = await serve('claude-code', {
      'f.pdf': '%PDF-1.7\njunk',
      'cut.pdf': pdf.subarray(0, pdf.length / 2),
    });
    for (const name of ['f.pdf', 'cut.pdf']) {
      const { text, error } = await server.call('Read', { file_path: server.path(name) });
      expect(text).toBe(`Cannot read PDF: ${server.path(name)} is damaged`);
      expect(error).toMatchObject({ code: 'UNSUPPORTED_FILE', reason: 'damaged' });
    }
  });

  it('says that text is missing where its font is one that only tables can read', async () => {
    const content = 'BT /F0 12 Tf 72 700 Td <93fa967b8cea> Tj ET BT /F1 12 Tf 72 650 Td (Latin) Tj ET';
    const pdf = pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>',
      '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F0 5 0 R /F1 8 0 R >> >> >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /90ms-RKSJ-H /DescendantFonts [6 0 R] >>',
      '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /FontDescriptor 7 0 R /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>',
      '<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 6 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ]);
    await using server = await serve('claude-code', { 'f.pdf': pdf });
    expect((await read(server)).text).toBe(
      `${section(1, 1, 'Latin')}\n\n[Some text is missing: it is in a Chinese, Japanese or Korean font that the PDF does not hold.]`,
    );
  });

  const SCAN = pngOf(4000, 2000, { whole: true });

  it('says that a page of a scan has no text, and shows it as an image that is no larger than it need be', async () => {
    await using server = await serve('claude-code', { 'f.pdf': await scan(SCAN) });
    const { text, content } = await read(server);
    expect(text).toBe(section(1, 1, '(no text on this page)'));
    expect(picturesIn(content)).toEqual([[2000, 1000]]);
  });

  it('turns a scan as its page is turned, and names pictures that would have to be put together', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([100, 50]);
    page.drawImage(await document.embedPng(SCAN), { width: 100, height: 50 });
    page.setRotation(degrees(90));
    const strips = document.addPage([100, 50]);
    for (const y of [0, 25]) strips.drawImage(await document.embedPng(pngOf(8, 1 + y)), { y, width: 100, height: 25 });
    document.addPage();
    await using server = await serve('claude-code', { 'f.pdf': Buffer.from(await document.save()) });
    const { content, text } = await read(server);
    expect(picturesIn(content)).toEqual([[1000, 2000]]);
    expect(text).toContain(section(2, 3, '(no text on this page, and pictures that cannot be shown)'));
    expect(text).toContain(section(3, 3, '(no text on this page)'));
  });

  it('shows a scan beside the notes and fields that lie on it', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([100, 50]);
    page.drawImage(await document.embedPng(pngOf(80, 40, { whole: true })), { width: 100, height: 50 });
    const field = document.getForm().createTextField('name');
    field.addToPage(page, { x: 10, y: 10, width: 40, height: 20 });
    await using server = await serve('claude-code', { 'f.pdf': Buffer.from(await document.save()) });
    const { content, text } = await read(server);
    expect(text).toBe(section(1, 1, 'name:'));
    expect(picturesIn(content)).toEqual([[80, 40]]);
  });

  it('shows values of form fields and notes at their page', async () => {
    await using server = await serve('claude-code', { 'f.pdf': await form() });
    const lines = [
      ...[
        'An application',
        'a remark',
        'typed on top',
        'person.name: Ada L.',
        'empty:',
        'agreed: yes',
        'newsletter: no',
      ],
      ...['languages: French, Polish', 'country: Ghana', 'colour: blue', 'size:'],
    ];
    expect((await read(server)).text).toBe(section(1, 1, lines.join('\n')));
  });

  it('says that a PDF has no pages', async () => {
    const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'];
    await using server = await serve('claude-code', { 'f.pdf': pdfOfObjects(objects) });
    const { text, outcome } = await read(server);
    expect(text).toBe('(no pages)');
    expect(outcome).toMatchObject({ kind: 'pdf', totalPages: 0, firstPage: 0, lastPage: 0 });
    expect((await read(server, { pages: '1' })).error).toMatchObject({ code: 'INVALID_RANGE', totalPages: 0 });
  });

  it('survives pages that lie about themselves', async () => {
    const root = '<< /Type /Catalog /Pages 2 0 R >>';
    await using server = await serve('claude-code', {
      'loop.pdf': pdfOfObjects([root, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 4 >>']),
      'count.pdf': pdfOfObjects([root, '<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>', '<< /Type /Page >>']),
      'nested.pdf': pdfOfObjects([root, `<< /Kids ${'['.repeat(200_000)} >>`]),
      'self.pdf': pdfOfObjects([
        root,
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>',
        '<< /Length 5 >>\nstream\n/X Do\nendstream',
        '<< /Subtype /Form /Resources << /XObject << /X 5 0 R >> >> /Length 11 >>\nstream\n/X Do /X Do\nendstream',
      ]),
    });
    for (const name of ['loop.pdf', 'count.pdf', 'nested.pdf', 'self.pdf']) {
      const { text } = await server.call('Read', { file_path: server.path(name) });
      expect(text).toMatch(/^(?:--- Page 1 of 1 ---\n\(|Cannot read PDF: .* is damaged$)/);
    }
  });

  it('ends one that unpacks to a gigabyte, and answers other calls meanwhile', async () => {
    await using server = await serve('claude-code', { 'f.pdf': bomb(), other: 'a' });
    const hostile = read(server);
    expect((await server.call('Read', { file_path: server.path('other') })).text).toBe('     1\ta');
    const { text, error } = await hostile;
    expect(text).toMatch(/^Cannot read PDF: .*\/f\.pdf takes too (?:much memory|long) to read$/);
    expect(error.reason).toMatch(/^(?:memory|time)$/);
    expect((await server.call('Read', { file_path: server.path('other') })).text).toBe('     1\ta');
  });

  it('ends a response over the limit with the last page that fits, and says how to go on', async () => {
    await using server = await serve(
      'claude-code',
      { 'f.pdf': await pdfOf(texts(20)) },
      { args: ['--max-response-size', '1KB'] },
    );
    const shown: string[] = [];
    for (let pages: string | undefined = '1-20'; pages !== undefined; ) {
      const { text } = await read(server, { pages });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024);
      shown.push(...(text.match(/This is page \d+/g) ?? []));
      pages = /Use pages="([\d-]+)" to continue/.exec(text)?.[1];
    }
    expect(shown).toEqual(texts(20));
  });

  it.each([
    ['lines', Array.from({ length: 400 }, (_, index) => `line ${index + 1}`).join('\n')],
    ['one line', 'x0123456789'.repeat(400)],
    ['short and long lines', `a\n${'b'.repeat(1500)}\nc\n${'d'.repeat(900)}\ne`],
  ])('cuts a page of %s that is over the limit alone, and goes on within it', async (_, whole) => {
    const document = await PDFDocument.create();
    const font = await document.embedFont('Helvetica');
    document.addPage([20_000, 9000]).drawText(whole, { x: 0, y: 8900, size: 2, font, lineHeight: 8 });
    document.addPage().drawText('next');
    for (const dialect of ['claude-code', 'claude'] as const) {
      const files = { 'f.pdf': Buffer.from(await document.save()) };
      await using server = await serve(dialect, files, { args: ['--max-response-size', '1KB'] });
      const parts: string[] = [];
      for (let args: object | undefined = { pages: '1-2' }; args !== undefined; ) {
        const { text } = await read(server, { ...args });
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024);
        const [, part = '', offset] =
          /^--- Page 1 of 2 ---\n([\s\S]*?)(?:\n\[Page 1 goes on: pages "1" with offset (\d+)\.\]\n\n\[Showing page 1 of 2\. Use pages="2" to continue\.\]|\n\n--- Page 2 of 2 ---\nnext|\n\n\[Showing page 1 of 2\..*\])$/.exec(
            text,
          ) ?? [];
        expect(part).not.toBe('');
        parts.push(part);
        args = offset === undefined ? undefined : { pages: '1', offset: Number(offset) };
      }
      expect(parts.length).toBeGreaterThan(2);
      expect(parts.join('')).toBe(whole);
    }
  });

  it('says that a page ends before an offset, and takes none without pages', async () => {
    await using server = await serve('claude-code', { 'f.pdf': await pdfOf(texts(2)) });
    const past = section(1, 2, '(this page ends before offset 99)');
    expect((await read(server, { pages: '1-2', offset: 99 })).text).toBe(`${past}\n\n${section(2, 2)}`);
    expect((await read(server, { offset: 99 })).text).toBe(sections(1, 2, 2));
  });

  it('takes a look at a PDF for a read, and refuses to edit it as text', async () => {
    await using server = await serve('claude-code', { 'f.pdf': await pdfOf(['one']) });
    const file_path = server.path('f.pdf');
    expect((await server.call('Write', { file_path, content: 'x' })).error.code).toBe('NOT_READ');
    await read(server);
    expect((await server.call('Write', { file_path, content: 'x' })).isError).toBe(false);
  });
});
