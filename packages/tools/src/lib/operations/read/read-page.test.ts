import { renameSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import type { PageOutcome } from '@dragoman/outcomes';
import { callOptions, openTree, type TemporaryTree, testRounds } from '@dragoman/testing';
import { type Encoding, loadCodec } from '@dragoman/text/internal/text';
import fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../create-session.ts';
import type { Limits } from '../../limits.ts';
import type { Session } from '../../session.ts';
import { type ReadPageRequest, readPage } from './read-page.ts';

const none = { maxTokens: null, maxBytes: null, maxLines: null };

type ReadArguments = Partial<Omit<ReadPageRequest, 'limits'>> & {
  readonly limits?: Partial<ReadPageRequest['limits']>;
};

function read(
  session: Session,
  { limits, ...asked }: ReadArguments = {},
  maxResponseSize = callOptions.maxResponseSize,
) {
  const request = { path: 'f', countAll: true, ...asked, limits: { ...none, ...limits } };
  return readPage(session, request, { ...callOptions, maxResponseSize });
}

/** Every page from the first to the last. */
async function readAll(session: Session, asked: ReadArguments, maxResponseSize?: number): Promise<PageOutcome[]> {
  const pages = [await read(session, asked, maxResponseSize)];
  for (let next = pages.at(-1)?.continuation; next; next = pages.at(-1)?.continuation) {
    pages.push(await read(session, { limits: asked.limits ?? {}, continuation: next }, maxResponseSize));
  }
  return pages;
}

const joined = (pages: readonly PageOutcome[]): string => pages.map(({ content }) => content).join('');
const sessionOver = (tree: TemporaryTree, limits: Partial<Limits> = {}): Session =>
  createSession({ workdir: tree.root, limits });

describe('readPage', () => {
  it('reads a whole file, with its own bound', async () => {
    await using tree = await openTree({ f: 'one\r\ntwo\nthree' });
    expect(await read(sessionOver(tree))).toMatchObject({
      content: 'one\r\ntwo\nthree',
      startLine: 1,
      endLine: 3,
      totalLines: 3,
      totalBytes: 14,
      truncatedBy: null,
      usage: { tokens: null, bytes: 14, lines: 3 },
      continuation: null,
    });
  });

  it.each([
    [{ maxLines: 1 }, ['one\n', 'two\n', 'three\n'], 'lines'],
    [{ maxBytes: 8 }, ['one\ntwo\n', 'three\n'], 'bytes'],
    [{ maxBytes: 4 }, ['one\n', 'two\n', 'thre', 'e\n'], 'bytes'],
    [{ maxTokens: 2 }, ['one\n', 'two\n', 'three\n'], 'tokens'],
    [{ maxTokens: 1 }, ['one', '\n', 'two', '\n', 'three', '\n'], 'tokens'],
  ])('cuts pages under %j', async (limits, contents, truncatedBy) => {
    await using tree = await openTree({ f: 'one\ntwo\nthree\n' });
    const pages = await readAll(sessionOver(tree), { limits });
    expect(pages.map(({ content }) => content)).toEqual(contents);
    expect(pages.map((page) => page.truncatedBy)).toEqual([...contents.slice(1).map(() => truncatedBy), null]);
  });

  it('tells where in lines a page begins and ends', async () => {
    await using tree = await openTree({ f: 'abcdef\nx\n' });
    const pages = await readAll(sessionOver(tree), { limits: { maxBytes: 4 } });
    expect(
      pages.map(({ content, startLine, endLine, startsMidLine, endsMidLine }) => [
        content,
        startLine,
        endLine,
        startsMidLine,
        endsMidLine,
      ]),
    ).toEqual([
      ['abcd', 1, 1, false, true],
      ['ef\n', 1, 1, true, false],
      ['x\n', 2, 2, false, false],
    ]);
  });

  it('cuts between CR and LF where a byte is all there is', async () => {
    await using tree = await openTree({ f: 'a\r\nb\r\n' });
    const pages = await readAll(sessionOver(tree), { limits: { maxBytes: 1 } });
    expect(pages.map(({ content }) => content)).toEqual(['a', '\r', '\n', 'b', '\r', '\n']);
    expect(pages.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([1, 1, 1, 2, 2, 2].map((n) => [n, n]));
  });

  it('refuses a limit under which no character fits', async () => {
    await using tree = await openTree({ f: 'aé😀\n' });
    const session = sessionOver(tree);
    const first = await read(session, { limits: { maxBytes: 1 } });
    expect(first.content).toBe('a');
    const continuation = first.continuation ?? '';
    const invalid = { code: 'INVALID_ARGUMENT', details: { bound: 'bytes' } };
    await expect(read(session, { limits: { maxBytes: 1 }, continuation })).rejects.toMatchObject(invalid);
    expect(await read(session, { limits: { maxBytes: 2 }, continuation })).toMatchObject({ content: 'é' });
    writeFileSync(tree.path('f'), '\u{1f9ff}');
    const noToken = { code: 'INVALID_ARGUMENT', details: { bound: 'tokens' } };
    await expect(read(session, { limits: { maxTokens: 1 } })).rejects.toMatchObject(noToken);
  });

  it('reads the lines asked for and no more', async () => {
    await using tree = await openTree({ f: 'one\ntwo\nthree\nfour' });
    const session = sessionOver(tree);
    expect(await read(session, { startLine: 2, endLine: 3 })).toMatchObject({
      content: 'two\nthree\n',
      endLine: 3,
      continuation: null,
    });
    expect(joined(await readAll(session, { startLine: 2, endLine: 3, limits: { maxBytes: 5 } }))).toBe('two\nthree\n');
    expect(await read(session, { startLine: 4, endLine: 99 })).toMatchObject({ content: 'four', endLine: 4 });
    expect(await read(session, { startLine: 2, endLine: 3, limits: { maxLines: 2 } })).toMatchObject({
      truncatedBy: null,
    });
  });

  it.each([
    [{ startLine: 5 }, 4],
    [{ startLine: 0 }, 4],
    [{ startLine: 3, endLine: 2 }, 4],
  ])('refuses %j', async (lines, totalLines) => {
    await using tree = await openTree({ f: 'one\ntwo\nthree\nfour' });
    const invalid = { code: 'INVALID_RANGE', details: { path: 'f', totalLines } };
    await expect(read(sessionOver(tree), lines)).rejects.toMatchObject(invalid);
  });

  it('reads an empty file, and a mark alone, as no lines', async () => {
    await using tree = await openTree({ f: '', mark: '\ufeff' });
    const empty = { content: '', startLine: 1, endLine: 0, totalLines: 0, truncatedBy: null, continuation: null };
    expect(await read(sessionOver(tree))).toMatchObject(empty);
    expect(await read(sessionOver(tree), { path: 'mark', startLine: 1 })).toMatchObject(empty);
    await expect(read(sessionOver(tree), { startLine: 2 })).rejects.toMatchObject({ code: 'INVALID_RANGE' });
  });

  it('refuses what is no text', async () => {
    await using tree = await openTree({ f: Buffer.from([0, 1, 2, 0xff]), dir: null });
    await expect(read(sessionOver(tree))).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE' });
    await expect(read(sessionOver(tree), { path: 'dir' })).rejects.toMatchObject({ code: 'IS_DIRECTORY' });
    await expect(read(sessionOver(tree), { path: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('reads what is larger than the largest file', async () => {
    await using tree = await openTree({ f: 'line\n'.repeat(1000) });
    const session = sessionOver(tree, { maxFileSize: 100 });
    const pages = await readAll(session, { limits: { maxBytes: 1000 } });
    expect(joined(pages)).toBe('line\n'.repeat(1000));
    expect(pages[0]).toMatchObject({ totalLines: null, version: expect.stringMatching(/^(?!sha256:)/) });
    expect(pages.at(-1)).toMatchObject({ totalLines: 1000 });
  });

  it('never makes the JSON of a page larger than a response may be', async () => {
    await using tree = await openTree({ f: '\u0001"\\é\n'.repeat(2000) });
    const pages = await readAll(sessionOver(tree), {}, 8192);
    expect(joined(pages)).toBe('\u0001"\\é\n'.repeat(2000));
    for (const { content, truncatedBy } of pages.slice(0, -1)) {
      expect(Buffer.byteLength(JSON.stringify(content))).toBeLessThanOrEqual(8192);
      expect(truncatedBy).toBe('response');
    }
  });

  describe('a continuation', () => {
    it('is good in another session', async () => {
      await using tree = await openTree({ f: 'one\ntwo\n' });
      const { continuation } = await read(sessionOver(tree), { limits: { maxLines: 1 } });
      expect(await read(sessionOver(tree), { continuation: continuation ?? '' })).toMatchObject({ content: 'two\n' });
    });

    it('is good under another name for the same path, and no other file', async () => {
      await using tree = await openTree({ f: 'one\ntwo\n', g: 'one\ntwo\n' });
      const session = sessionOver(tree);
      const continuation = (await read(session, { limits: { maxLines: 1 } })).continuation ?? '';
      expect(await read(session, { path: tree.path('f'), continuation })).toMatchObject({ content: 'two\n' });
      const invalid = { code: 'INVALID_ARGUMENT', details: { problem: 'continuation' } };
      await expect(read(session, { path: 'g', continuation })).rejects.toMatchObject(invalid);
    });

    it('keeps to its lines', async () => {
      await using tree = await openTree({ f: 'one\ntwo\nthree\n' });
      const session = sessionOver(tree);
      const lines = { startLine: 1, endLine: 2 };
      const continuation = (await read(session, { ...lines, limits: { maxLines: 1 } })).continuation ?? '';
      expect(await read(session, { ...lines, continuation })).toMatchObject({ content: 'two\n', truncatedBy: null });
      const invalid = { code: 'INVALID_ARGUMENT' };
      await expect(read(session, { startLine: 2, continuation })).rejects.toMatchObject(invalid);
      await expect(read(session, { endLine: 3, continuation })).rejects.toMatchObject(invalid);
    });

    it('is refused where anything about it was altered', async () => {
      await using tree = await openTree({ f: 'one\ntwo\n' });
      const session = sessionOver(tree);
      const continuation = (await read(session, { limits: { maxLines: 1 } })).continuation ?? '';
      const forged = [...continuation].map((letter, at) => {
        const other = letter === 'A' ? 'B' : 'A';
        return continuation.slice(0, at) + other + continuation.slice(at + 1);
      });
      for (const altered of [...forged, '', ' ', `${continuation} `, `${continuation}A`, continuation.slice(1), '💥']) {
        await expect(read(session, { continuation: altered })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      }
    });

    it('outlives a touch, and goes stale with a change', async () => {
      await using tree = await openTree({ f: 'one\ntwo\n' });
      const session = sessionOver(tree);
      const first = await read(session, { limits: { maxLines: 1 } });
      const continuation = first.continuation ?? '';
      utimesSync(tree.path('f'), 1, 1);
      expect(await read(session, { continuation })).toMatchObject({ content: 'two\n', version: first.version });
      writeFileSync(tree.path('f'), 'one\ntwo!\n');
      const { version } = await read(session);
      expect(version).not.toBe(first.version);
      const stale = { code: 'STALE_CONTINUATION', details: { path: 'f', version } };
      await expect(read(session, { continuation })).rejects.toMatchObject(stale);
    });

    it('goes on where the same bytes were put back by another file', async () => {
      await using tree = await openTree({ f: 'one\ntwo\n', g: 'one\ntwo\n', real: 'one\ntwo\n' });
      const session = sessionOver(tree);
      const continuation = (await read(session, { limits: { maxLines: 1 } })).continuation ?? '';
      renameSync(tree.path('g'), tree.path('f'));
      expect(await read(session, { continuation })).toMatchObject({ content: 'two\n' });
      unlinkSync(tree.path('f'));
      symlinkSync('real', tree.path('f'));
      expect(await read(session, { continuation })).toMatchObject({ content: 'two\n' });
    });
  });

  describe('for whatever text', () => {
    const tokens = new Tiktoken(o200k);
    const encodings = fc.constantFrom<Encoding>(
      'utf-8',
      'utf-16le',
      'utf-16be',
      'shift_jis',
      'windows-1252',
      'gb18030',
    );
    const marks: Partial<Record<Encoding, string>> = { 'utf-16le': '\ufeff', 'utf-16be': '\ufeff' };
    const unit = fc.constantFrom(
      'a',
      'word ',
      '\n',
      '\r\n',
      '\r',
      '\n\n\n',
      'é',
      '日本',
      '😀',
      "don't",
      '  ',
      '//',
      '12345',
    );
    const text = fc.oneof(
      fc.array(unit, { maxLength: 60 }).map((units) => units.join('')),
      fc.tuple(unit, fc.integer({ min: 100, max: 600 })).map(([long, times]) => long.repeat(times)),
    );
    const limits = fc.record({
      maxTokens: fc.option(fc.oneof(fc.integer({ min: 4, max: 12 }), fc.integer({ min: 50, max: 400 }))),
      maxBytes: fc.option(fc.oneof(fc.integer({ min: 4, max: 40 }), fc.integer({ min: 100, max: 900 }))),
      maxLines: fc.option(fc.integer({ min: 1, max: 20 })),
    });
    const range = fc.option(fc.tuple(fc.nat(8), fc.nat(8)));

    it('joins to exactly what was asked for and passes no limit', async () => {
      await using tree = await openTree();
      const session = sessionOver(tree);
      const property = fc.asyncProperty(text, encodings, limits, range, async (given, encoding, asked, lines) => {
        const codec = await loadCodec(encoding);
        const bytes = codec.encode((marks[encoding] ?? '') + given);
        // What the encoding cannot hold is no question here.
        fc.pre(codec.decode(bytes) === (marks[encoding] ?? '') + given);
        writeFileSync(tree.path('f'), bytes);
        const all = given.match(/[^\n]*\n|[^\n]+$/g) ?? [];
        const startLine = Math.min((lines?.[0] ?? 0) + 1, Math.max(1, all.length));
        const endLine = startLine + (lines?.[1] ?? all.length);
        const tooLong = (asked.maxTokens ?? asked.maxBytes ?? 4) < 20 && given.length > 200;
        fc.pre(!tooLong);
        const pages = await readAll(session, { startLine, endLine, limits: asked });
        fc.pre(pages[0]?.encoding === encoding || /^[\0-\x7f]*$/.test(given));
        expect(joined(pages)).toBe(all.slice(startLine - 1, endLine).join(''));
        let line = startLine;
        for (const { content, usage, startLine: first, endLine: last, truncatedBy, continuation } of pages) {
          expect(usage.bytes).toBe(Buffer.byteLength(content));
          expect(usage.bytes).toBeLessThanOrEqual(asked.maxBytes ?? usage.bytes);
          expect(usage.lines).toBe((content.match(/[^\n]*\n|[^\n]+$/g) ?? []).length);
          expect(usage.lines).toBeLessThanOrEqual(asked.maxLines ?? usage.lines);
          expect(usage.tokens).toBe(asked.maxTokens === null ? null : tokens.encode(content, [], []).length);
          expect(usage.tokens ?? 0).toBeLessThanOrEqual(asked.maxTokens ?? 0);
          expect(truncatedBy === null).toBe(continuation === null);
          expect(first).toBe(line);
          expect(last).toBe(line + usage.lines - 1);
          line += (content.match(/\n/g) ?? []).length;
        }
      });
      await fc.assert(property, { numRuns: testRounds(5) });
    }, 120_000);

    it('joins to the file in whatever encoding it turns out to have', async () => {
      await using tree = await openTree();
      const session = sessionOver(tree);
      const property = fc.asyncProperty(
        fc.constantFrom(...SAMPLES),
        fc.array(fc.constantFrom('\n', '\r\n', ' ', 'const x = 1;\n'), { minLength: 20, maxLength: 60 }),
        fc.boolean(),
        limits,
        async ([encoding, sample], glue, isLate, asked) => {
          const { encode } = await loadCodec(encoding);
          const head = isLate ? 'plain ascii\n'.repeat(500) : '';
          const bytes = encode(head + glue.map((piece) => sample + piece).join(''));
          fc.pre((asked.maxTokens ?? asked.maxBytes ?? 100) >= 50);
          writeFileSync(tree.path('f'), bytes);
          const pages = await readAll(session, { limits: { ...asked, maxLines: null } });
          const found = pages.find((page) => page.encoding !== 'utf-8')?.encoding ?? 'utf-8';
          const { decode } = await loadCodec(found as Encoding);
          expect(joined(pages)).toBe(decode(bytes).replace(/^\ufeff/, ''));
        },
      );
      await fc.assert(property, { numRuns: testRounds(5) });
    });

    it('joins lines of a megabyte', async () => {
      await using tree = await openTree();
      const session = sessionOver(tree);
      const words = fc.array(fc.constantFrom('word ', '𝒳', 'é', '日本', '\r', '\t', '(x) => '), {
        minLength: 3,
        maxLength: 9,
      });
      const budgets = fc.record({
        maxTokens: fc.option(fc.integer({ min: 20_000, max: 200_000 })),
        maxBytes: fc.integer({ min: 50_000, max: 500_000 }),
      });
      const property = fc.asyncProperty(words, budgets, fc.boolean(), async (units, asked, isWide) => {
        const line = units.join('').repeat(Math.ceil(1_000_000 / Buffer.byteLength(units.join(''))));
        const given = `first\n${line}\nlast`;
        // A line of spaces alone, or with none, is a single piece, of whose length the reference takes the square.
        const hasPieces = /\S\s/.test(line);
        writeFileSync(tree.path('f'), isWide ? Buffer.from(`\ufeff${given}`, 'utf16le') : given);
        const pages = await readAll(session, { limits: asked });
        expect(joined(pages)).toBe(given);
        expect(pages[0]?.content).toBe('first\n');
        for (const { content, usage } of pages) {
          expect(Buffer.byteLength(content)).toBeLessThanOrEqual(asked.maxBytes);
          expect(usage.tokens ?? 0).toBeLessThanOrEqual(asked.maxTokens ?? 0);
          expect(usage.tokens === null).toBe(asked.maxTokens === null);
          if (usage.tokens !== null && hasPieces) expect(usage.tokens).toBe(tokens.encode(content, [], []).length);
        }
      });
      await fc.assert(property, { numRuns: testRounds(1) });
    }, 180_000);
  });
});

/** Text that each encoding can hold. */
const SAMPLES: readonly (readonly [Encoding, string])[] = [
  ['utf-8', 'naïve 日本語 😀'],
  ['utf-16le', '\ufeffEnglish text'],
  ['utf-16be', '\ufeffEnglish text'],
  ['shift_jis', '日本語のテキスト'],
  ['euc-jp', '日本語のテキスト'],
  ['gb18030', '简体中文的文本'],
  ['big5', '繁體中文的文字'],
  ['euc-kr', '한국어 텍스트'],
  ['koi8-r', 'русский текст'],
  ['koi8-u', 'українська мова'],
  ['windows-874', 'ข้อความภาษาไทย'],
  ['windows-1250', 'český text žluť'],
  ['windows-1251', 'русский текст'],
  ['windows-1252', 'café à la crème'],
  ['windows-1253', 'ελληνικό κείμενο'],
  ['windows-1254', 'Türkçe şiir'],
  ['windows-1255', 'טקסט בעברית'],
  ['windows-1256', 'نص عربي'],
  ['windows-1257', 'latviešu ģeķis'],
  ['windows-1258', 'tiếng'],
  ['iso-8859-2', 'český text'],
  ['iso-8859-5', 'русский текст'],
  ['iso-8859-6', 'نص عربي'],
  ['iso-8859-7', 'ελληνικό κείμενο'],
  ['iso-8859-8', 'טקסט בעברית'],
  ['iso-8859-9', 'Türkçe şiir'],
  ['iso-8859-15', 'café œuvre'],
];
