import { createPace, ToolError } from '@dragoman/fs-core/internal/kernel';
import { testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Encoding, majorityEnding, type TextFormat } from '../encoding/text-format.ts';
import { changedLines } from './changed-lines.ts';
import { differingLines } from './differing-lines.ts';
import { findOccurrences } from './find-occurrences.ts';
import { replaceLines } from './replace-lines.ts';
import { replaceOccurrences } from './replace-occurrences.ts';
import { applySplices } from './splice.ts';
import { documentOf, type TextDocument, textOf } from './text-document.ts';

async function open(content: string | Uint8Array, format: Partial<TextFormat> = {}): Promise<TextDocument> {
  const bytes = Buffer.from(content);
  const { encoding = 'utf-8' } = format;
  const lineEnding = majorityEnding(bytes, encoding);
  return documentOf(bytes, { encoding, bomLength: 0, sure: true, lineEnding, ...format });
}

const pace = createPace();

async function replaced(document: TextDocument, oldText: string, newText: string): Promise<Buffer> {
  const found = await findOccurrences(document, oldText, pace);
  return (await applySplices(document, await replaceOccurrences(document, found, { newText, pace }), pace)).bytes;
}

async function edited(content: string, oldText: string, newText: string): Promise<string> {
  return (await replaced(await open(content), oldText, newText)).toString();
}

describe('findOccurrences', () => {
  it('counts without overlap and numbers the lines', async () => {
    const found = await findOccurrences(await open('aaaa\n\naa'), 'aa', pace);
    expect([...found]).toEqual([
      { from: 0, to: 2, startLine: 1 },
      { from: 2, to: 4, startLine: 1 },
      { from: 6, to: 8, startLine: 3 },
    ]);
  });

  it('matches LF with CRLF, in mixed files too', async () => {
    const found = await findOccurrences(await open('x\r\na\r\nb\na\nb\r\n'), 'a\nb', pace);
    expect([...found]).toEqual([
      { from: 3, to: 7, startLine: 2 },
      { from: 8, to: 11, startLine: 4 },
    ]);
    expect([...(await findOccurrences(await open('a\r\nb'), '\nb', pace))]).toEqual([{ from: 1, to: 4, startLine: 1 }]);
    expect(await findOccurrences(await open('a\r\nb\n'), 'a\r\nb', pace)).toHaveLength(1);
    expect(await findOccurrences(await open('a\nb\n'), 'a\r\nb', pace)).toHaveLength(0);
  });

  it('finds every text that stands in the file, wherever it parts CR and LF', async () => {
    expect([...(await findOccurrences(await open('x\r\na\r\n'), '\na\r', pace))]).toEqual([
      { from: 2, to: 5, startLine: 1 },
    ]);
    const text = fc.array(fc.constantFrom('a', '\r', '\n', '\r\n'), { minLength: 1 }).map((parts) => parts.join(''));
    const part = text.chain((whole) =>
      fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: whole.length })).map(([from, length]) => ({
        whole,
        sought: whole.slice(from, from + length),
      })),
    );
    await fc.assert(
      fc.asyncProperty(part, async ({ whole, sought }) => {
        expect((await findOccurrences(await open(whole), sought, pace)).length).toBeGreaterThan(0);
      }),
    );
  });

  it('does not see the byte-order mark', async () => {
    const document = await open('\ufeffa', { bomLength: 3 });
    expect([...(await findOccurrences(document, '\ufeffa', pace))]).toEqual([]);
    expect([...(await findOccurrences(document, 'a', pace))]).toEqual([{ from: 3, to: 4, startLine: 1 }]);
  });
});

describe('replaceOccurrences', () => {
  it('takes everything literally', async () => {
    expect(await edited('a.c abc', 'a.c', "$& $1 $' \\n")).toBe("$& $1 $' \\n abc");
  });

  it('never splits a character of which the new text keeps a half', async () => {
    expect(await edited('a😀b', '😀', '😁')).toBe('a😁b');
    expect(await edited('a😀b', '😀', '🨀')).toBe('a🨀b');
    expect(await edited('a😀b', 'a😀', 'a😀😁')).toBe('a😀😁b');
  });

  it('never splits bytes that stand for two characters together', async () => {
    const document = await open(Buffer.of(0x41, 0x88, 0x62, 0x42), { encoding: 'big5' });
    expect(await replaced(document, 'Ê\u0304', 'Ê')).toEqual(Buffer.of(0x41, 0x88, 0x66, 0x42));
  });

  it('gives every new newline in a last line without an ending that of the file', async () => {
    expect(await edited('x\r\na b a', 'a', 'a\nc')).toBe('x\r\na\r\nc b a\r\nc');
  });

  it('gives a new newline the ending of the line it replaces, else of the line it stands in', async () => {
    expect(await edited('a\r\nb\r\n', 'a', 'x\ny')).toBe('x\r\ny\r\nb\r\n');
    expect(await edited('a\r\nb\nc\r\n', 'b', 'x\ny')).toBe('a\r\nx\ny\nc\r\n');
    expect(await edited('a\r\nb\nc\r\n', 'a\nb\nc', '1\n2\n3')).toBe('1\r\n2\n3\r\n');
    expect(await edited('a\r\nb', 'b', 'b\nc')).toBe('a\r\nb\r\nc');
    expect(await edited('a', 'a', 'a\nb')).toBe('a\nb');
  });

  it('never mixes endings when the new text spells CRLF out', async () => {
    expect(await edited('a\nb\n', 'a', 'x\r\ny')).toBe('x\ny\nb\n');
    expect(await edited('a\r\nb\r\n', 'a', 'x\r\ny')).toBe('x\r\ny\r\nb\r\n');
  });

  it('keeps the bytes of what old and new text share', async () => {
    // Both are "∵" in Shift_JIS; only the first is what encoding it gives.
    const document = await open(Buffer.from([0x81, 0xe6, 0x3d, 0x31, 0x87, 0x9a]), { encoding: 'shift_jis' });
    expect([...(await replaced(document, '∵=1∵', '∵=2∵'))]).toEqual([0x81, 0xe6, 0x3d, 0x32, 0x87, 0x9a]);
  });

  it('names the first character that the encoding cannot hold, and where it is', async () => {
    const document = await open('abc', { encoding: 'windows-1252' });
    const failure = replaced(document, 'b', '€\né→');
    await expect(failure).rejects.toThrow(ToolError);
    await expect(failure).rejects.toThrow(
      expect.objectContaining({
        code: 'UNENCODABLE',
        details: { encoding: 'windows-1252', character: '→', codePoint: 'U+2192', line: 2, column: 2 },
      }),
    );
  });

  it('leaves every byte outside the place as it is, in every encoding and ending', async () => {
    const encodings: Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'];
    encodings.push('koi8-r', 'windows-1252', 'windows-1251', 'iso-8859-2', 'iso-8859-15', 'windows-1258');
    const setup = fc.record({
      encoding: fc.constantFrom(...encodings),
      before: fc.uint8Array({ maxLength: 40 }),
      after: fc.uint8Array({ maxLength: 40 }),
      old: fc.array(fc.constantFrom('Q', '\n', 'zz', '\r.', '$&', ' ')).map((parts) => `@<${parts.join('')}>@`),
      ending: fc.constantFrom('\n', '\r\n'),
      text: fc.array(fc.constantFrom('Q', '\n', '\\1', '$1', 'w')).map((parts) => parts.join('')),
    });
    const property = fc.asyncProperty(setup, async ({ encoding, before, after, old, ending, text }) => {
      const { codec } = await open('', { encoding });
      const unit = codec.encode('a').length;
      // Newlines keep a cut character in the noise from swallowing what follows.
      const head = Buffer.concat([before.subarray(0, before.length - (before.length % unit)), codec.encode('\n')]);
      const tail = Buffer.concat([codec.encode('\n'), after]);
      const spelt = old.replaceAll(/(?<!\r)\n/g, ending);
      const document = await open(Buffer.concat([head, codec.encode(spelt), tail]), { encoding });
      const found = await findOccurrences(document, old, pace);
      expect([...found]).toEqual([expect.objectContaining({ from: head.length })]);
      const bytes = await replaced(document, old, text);
      expect(bytes.subarray(0, head.length).equals(head)).toBe(true);
      expect(bytes.subarray(bytes.length - tail.length).equals(tail)).toBe(true);
      const middle = codec.decode(bytes.subarray(head.length, bytes.length - tail.length));
      expect(middle.replaceAll('\r\n', '\n')).toBe(text);
    });
    await fc.assert(property, { numRuns: testRounds(100) });
  });
});

describe('changedLines', () => {
  it('gives the lines of the whole text around the places, in every encoding', async () => {
    const setup = fc.record({
      format: fc.constantFrom<Partial<TextFormat>>(
        ...[{}, { bomLength: 3 }, { encoding: 'utf-16le' as const, bomLength: 2 }],
        ...[{ encoding: 'utf-16be' as const, bomLength: 2 }, { encoding: 'shift_jis' as const }],
      ),
      content: fc.array(fc.constantFrom('a\n', 'b\r\n', '\n', 'Q', 'Q\n', 'ア'), { maxLength: 30 }),
      text: fc.constantFrom('', 'x', '\n', 'x\ny\n'),
      context: fc.nat({ max: 4 }),
    });
    const property = fc.asyncProperty(setup, async ({ format, content, text, context }) => {
      const { codec } = await open('', format);
      const mark = format.bomLength === undefined ? '' : '\ufeff';
      const document = await open(codec.encode(`${mark}${content.join('')}Q`), format);
      const found = await findOccurrences(document, 'Q', pace);
      const after = await applySplices(
        document,
        await replaceOccurrences(document, found, { newText: text, pace }),
        pace,
      );
      const changed = changedLines({ document, found, changed: after }, context);
      const { startLine } = changed;
      expect(startLine).toBe(Math.max(1, (found.at(0)?.startLine ?? 0) - context));
      // Nothing follows the last place but the end of the text.
      const whole = textOf(after);
      expect(linesOf(changed.text)).toEqual(linesOf(whole).slice(startLine - 1));
    });
    await fc.assert(property, { numRuns: testRounds(100) });
  });

  it('ends so many lines after the last place', async () => {
    const document = await open('1\n2\nQ 3\n4\n5\nQ\n6\n7\n8\n');
    const found = await findOccurrences(document, 'Q', pace);
    const splices = await replaceOccurrences(document, found, { newText: 'x\ny', pace });
    const edit = { document, found, changed: await applySplices(document, splices, pace) };
    expect(changedLines(edit, 1)).toEqual({ startLine: 2, text: '2\nx\ny 3\n4\n5\nx\ny\n6\n' });
    expect(changedLines({ ...edit, found: [], changed: document }, 1)).toEqual({ startLine: 1, text: '' });
  });
});

describe('differingLines', () => {
  const marks: Partial<TextFormat>[] = [{}, { bomLength: 3 }, { encoding: 'shift_jis' }];
  marks.push({ encoding: 'utf-16le', bomLength: 2 }, { encoding: 'utf-16be', bomLength: 2 }, { encoding: 'utf-16le' });
  const lines = fc.array(fc.constantFrom('a\n', 'b\r\n', '\n', 'b', 'ア\n', 'アイ'), { maxLength: 12 });
  const text = lines.map((parts) => parts.join(''));

  it('leaves out what lines the texts share, in every encoding', async () => {
    const setup = fc.record({
      ...{ format: fc.constantFrom(...marks), head: text, removed: text, added: text, tail: text },
      context: fc.nat({ max: 4 }),
    });
    const property = fc.asyncProperty(setup, async ({ format, head, removed, added, tail, context }) => {
      const { codec } = await open('', format);
      const mark = format.bomLength === undefined ? '' : '\ufeff';
      const before = codec.encode(`${mark}${head}${removed}${tail}`);
      const from = codec.encode(`${mark}${head}`).length;
      const splice = { from, to: from + codec.encode(removed).length, bytes: codec.encode(added) };
      const [old, now] = [linesOf(head + removed + tail), linesOf(head + added + tail)];
      fc.pre(head + removed + tail !== head + added + tail);
      const document = await open(before, format);
      const first = { from, startLine: head.split('\n').length };
      const changed = await applySplices(document, [splice], pace);
      const { startLine, lead, trail, ...rest } = differingLines({ document, changed, first }, context);
      const start = countWhile(Math.min(old.length, now.length), (index) => old[index] === now[index]);
      const most = Math.min(old.length, now.length) - start;
      const end = countWhile(most, (index) => old.at(-1 - index) === now.at(-1 - index));
      expect(startLine).toBe(start + 1);
      expect(lead).toBe(old.slice(Math.max(0, start - context), start).join(''));
      expect(rest).toEqual({
        removed: old.slice(start, old.length - end).join(''),
        added: now.slice(start, now.length - end).join(''),
      });
      expect(trail).toBe(old.slice(old.length - end, old.length - end + context).join(''));
    });
    await fc.assert(property, { numRuns: 2 * testRounds(100) });
  });
});

function countWhile(most: number, holds: (index: number) => boolean): number {
  let count = 0;
  while (count < most && holds(count)) count += 1;
  return count;
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

describe('replaceLines', () => {
  const rows: [string, number, number, string, string][] = [
    ['a\nb\nc\n', 2, 2, 'x', 'a\nx\nc\n'],
    ['a\nb\nc\n', 2, 2, 'x\n', 'a\nx\nc\n'],
    ['a\nb\nc\n', 2, 3, '', 'a\n'],
    ['a\r\nb\r\n', 1, 1, 'x\ny', 'x\r\ny\r\nb\r\n'],
    ['a\r\nb\r\n', 1, 1, 'x\r\ny', 'x\r\ny\r\nb\r\n'],
    ['a\nb\n', 1, 1, 'x\r\ny\r\n', 'x\ny\nb\n'],
    ['a\nb', 2, 2, 'x', 'a\nx'],
    ['a\nb', 2, 2, 'x\n', 'a\nx\n'],
    ['a\nb', 3, 2, 'c', 'a\nb\nc'],
    ['a\nb\n', 3, 2, 'c', 'a\nb\nc\n'],
    ['a\nb\n', 1, 0, 'c', 'c\na\nb\n'],
    ['a\n', 1, 1, '\n', '\n'],
    ['', 1, 0, 'a\n', 'a\n'],
    ['', 1, 0, 'a', 'a'],
  ];
  it.each(rows)('turns %j, lines %i to %i, with %j into %j', async (content, startLine, endLine, text, expected) => {
    const document = await open(content);
    const splice = await replaceLines(document, { startLine, endLine, text }, pace);
    expect((await applySplices(document, [splice], pace)).bytes.toString()).toBe(expected);
  });

  it.each([
    [0, 0],
    [1, 3],
    [4, 3],
    [3, 1],
  ])('refuses lines %i to %i of two', async (startLine, endLine) => {
    const document = await open('a\nb');
    const failure = replaceLines(document, { startLine, endLine, text: 'x' }, pace);
    const details = expect.objectContaining({ startLine, endLine, totalLines: 2 });
    await expect(failure).rejects.toThrow(expect.objectContaining({ code: 'INVALID_RANGE', details }));
  });
});

describe('applySplices', () => {
  it('keeps what no splice covers', async () => {
    const document = await open('abcdef');
    const splices = [
      { from: 0, to: 1, bytes: Buffer.from('X') },
      { from: 3, to: 4, bytes: Buffer.alloc(0) },
    ];
    expect((await applySplices(document, splices, pace)).bytes.toString()).toBe('Xbcef');
  });

  it('puts very many together', async () => {
    expect(await edited('ab'.repeat(5000), 'a', 'xy')).toBe('xyb'.repeat(5000));
  });
});
