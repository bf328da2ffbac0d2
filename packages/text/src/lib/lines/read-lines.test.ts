import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryFile } from '../../../test/memory-file.ts';
import { loadCodec } from '../encoding/load-codec.ts';
import { sniff } from '../encoding/sniff.ts';
import type { Encoding, TextFormat } from '../encoding/text-format.ts';
import { countAllLines, type LineRange, readLines } from './read-lines.ts';

const utf8: TextFormat = { encoding: 'utf-8', bomLength: 0, lineEnding: '\n', sure: true };

async function linesOf(content: string | Uint8Array, range: Partial<LineRange> = {}, format = utf8) {
  const file = memoryFile(Buffer.from(content));
  return readLines(file, format, { startLine: 1, maxLineLength: 2000, ...range });
}

function joined(read: Awaited<ReturnType<typeof linesOf>>): string {
  return read.lines.map(({ text, ending }) => text + ending).join('');
}

describe('readLines', () => {
  it('gives each line with its ending', async () => {
    const { lines, more, totalLines } = await linesOf('a\nb\r\n\n\rc\u2028d\r\r\ne');
    expect(lines.map(({ text, ending }) => [text, ending])).toEqual([
      ['a', '\n'],
      ['b', '\r\n'],
      ['', '\n'],
      ['\rc\u2028d\r', '\r\n'],
      ['e', ''],
    ]);
    expect([more, totalLines]).toEqual([false, 5]);
  });

  it('has no lines in an empty file', async () => {
    expect(await linesOf('')).toMatchObject({ lines: [], more: false, totalLines: 0 });
  });

  it('leaves the byte-order mark out of line 1', async () => {
    const format: TextFormat = { ...utf8, bomLength: 3 };
    expect(joined(await linesOf('\ufeffa\n', {}, format))).toBe('a\n');
    expect(await linesOf('\ufeff', {}, format)).toMatchObject({ lines: [], totalLines: 0 });
  });

  it('gives the total and no lines for a start past the end', async () => {
    expect(await linesOf('a\nb\n', { startLine: 3 })).toMatchObject({ lines: [], totalLines: 2, more: false });
    expect(await linesOf('a\nb', { startLine: 9 })).toMatchObject({ lines: [], totalLines: 2, more: false });
  });

  it('knows the total before the end only where it is asked for', async () => {
    expect(await linesOf('a\nb\nc', { endLine: 1 })).toMatchObject({ more: true, totalLines: null });
    expect(await linesOf('a\nb\nc', { endLine: 1, countAll: true })).toMatchObject({ more: true, totalLines: 3 });
    expect(await linesOf('a\nb\nc\n', { endLine: 3 })).toMatchObject({ more: false, totalLines: 3 });
  });

  it('cuts a long line between code points and says how long it is', async () => {
    const { lines } = await linesOf('𝒳é'.repeat(5), { maxLineLength: 3 });
    expect(lines).toEqual([{ text: '𝒳é𝒳', ending: '', fullLength: 10 }]);
  });

  it('cuts a line longer than any buffer', async () => {
    const long = '𝒳é'.repeat(200_000);
    const { lines } = await linesOf(`a\n${long}\r\nb`, { maxLineLength: 3 });
    expect(lines).toEqual([
      { text: 'a', ending: '\n', fullLength: null },
      { text: '𝒳é𝒳', ending: '\r\n', fullLength: 400_000 },
      { text: 'b', ending: '', fullLength: null },
    ]);
  });

  it('stops before the line that would pass the bytes', async () => {
    const read = await linesOf('aa\nbé\ncc\n', { maxBytes: 7 });
    expect(joined(read)).toBe('aa\nbé\n');
    expect(read).toMatchObject({ more: true, endOffset: 7 });
    expect(joined(await linesOf('aa\nbé\ncc\n', { maxBytes: 6 }))).toBe('aa\n');
  });

  it('joins to the text, whatever the ranges, the encoding and the size of the reads', async () => {
    const encodings = fc.constantFrom<Encoding>(
      'utf-8',
      'utf-16le',
      'utf-16be',
      'shift_jis',
      'gb18030',
      'windows-1252',
    );
    const chunk = fc.constantFrom(
      'a',
      '\n',
      '\r\n',
      '\r',
      '\u2028',
      'é',
      '日',
      '𝒳',
      ' '.repeat(5000),
      'x\n'.repeat(9000),
    );
    const property = fc.asyncProperty(
      encodings,
      fc.array(chunk),
      fc.integer({ min: 1, max: 40 }),
      async (encoding, parts, step) => {
        const codec = await loadCodec(encoding);
        const bytes = codec.encode(parts.join(''));
        const format: TextFormat = { ...utf8, encoding };
        const file = memoryFile(bytes, { later: step % 2 === 0 });
        let text = '';
        let line = 1;
        for (;;) {
          const lines = line > 1000 ? 10_000 : step;
          const read = await readLines(file, format, {
            startLine: line,
            endLine: line + lines - 1,
            maxLineLength: 1e6,
          });
          text += joined(read);
          line += read.lines.length;
          if (!read.more) break;
        }
        expect(text).toBe(codec.decode(bytes));
        expect(await countAllLines(file, format)).toBe(line - 1);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  it.each([
    ['are all there', {}, 'one\r\ntwo\nthree'],
    ['are some', { endLine: 2 }, 'one\r\ntwo\n'],
    ['are none', { startLine: 4 }, ''],
    ['are cut', { maxLineLength: 4 }, 'one\r\ntwo\nthre'],
    ['are ended by a limit', { maxBytes: 9 }, 'one\r\ntwo\n'],
  ])('gives lines that join to the text; here they %s', async (_, range, text) => {
    const read = await readLines(memoryFile(Buffer.from('one\r\ntwo\nthree')), utf8, {
      ...{ startLine: 1, maxLineLength: 2000 },
      ...range,
    });
    expect(joined(read)).toBe(text);
  });

  it('reads in the encoding that shows itself only beyond the head', async () => {
    const { encode } = await loadCodec('shift_jis');
    const text = `${'// nothing but ASCII\n'.repeat(300)}// 日本語のコメントです。文字コードを正しく判定します。\n`;
    const file = memoryFile(encode(text));
    const sniffed = await sniff(file);
    if (sniffed.kind !== 'text') throw new TypeError('Not text');
    expect(sniffed).toMatchObject({ encoding: 'utf-8', sure: false });
    const read = await readLines(file, sniffed, { startLine: 301, maxLineLength: 2000 });
    expect(read).toMatchObject({ encoding: 'shift_jis', totalLines: 301 });
    expect(joined(read)).toBe('// 日本語のコメントです。文字コードを正しく判定します。\n');
  });
});
