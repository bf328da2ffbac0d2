import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryFile } from '../../../test/memory-file.ts';
import { loadCodec } from '../encoding/load-codec.ts';
import type { Encoding, TextFormat } from '../encoding/text-format.ts';
import { findLine } from './read-lines.ts';
import { readWindow } from './read-window.ts';

const formatOf = (encoding: Encoding, sure = true): TextFormat => ({ encoding, bomLength: 0, lineEnding: '\n', sure });

describe('readWindow', () => {
  it('gives the same text from windows of any size, whatever the encoding and the faults', async () => {
    const encodings = fc.constantFrom<Encoding>(
      'utf-8',
      'utf-16le',
      'utf-16be',
      'shift_jis',
      'gb18030',
      'windows-1252',
    );
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 80 }).map((text) => new Uint8Array(Buffer.from(text))),
    );
    await fc.assert(
      fc.asyncProperty(
        encodings,
        bytes,
        fc.integer({ min: 8, max: 40 }),
        fc.nat(),
        async (encoding, content, maxBytes, cut) => {
          const file = memoryFile(content);
          const parts: string[] = [];
          for (let offset = 0, atEnd = false; !atEnd; ) {
            const window = await readWindow(file, formatOf(encoding), { offset, maxBytes });
            const units = window.atEnd ? window.text.length : wholeCharacters(window.text, (cut % maxBytes) + 1);
            parts.push(window.text.slice(0, units));
            atEnd = window.atEnd;
            offset = window.offsetAfter(units);
          }
          expect(parts.join('')).toBe((await loadCodec(encoding)).decode(content));
        },
      ),
    );
  });

  it('settles a presumed encoding by the whole file', async () => {
    const russian = 'Мы читаем весь файл, прежде чем решить, в какой он кодировке.\n'.repeat(20);
    const { encode } = await loadCodec('windows-1251');
    // The last line alone would pass for UTF-8.
    const file = memoryFile(Buffer.concat([Buffer.from('plain\n'.repeat(1000)), encode(russian), encode('Р°\n')]));
    const presumed = formatOf('utf-8', false);
    expect(await readWindow(file, presumed, { offset: 0, maxBytes: 100 })).toMatchObject({ encoding: 'utf-8' });
    expect(await readWindow(file, presumed, { offset: 6000 + russian.length, maxBytes: 100 })).toMatchObject({
      encoding: 'windows-1251',
      text: 'Р°\n',
      atEnd: true,
    });
  });
});

describe('findLine', () => {
  it('finds where a line begins, or how many there are', async () => {
    const file = memoryFile(Buffer.from('one\ntwo\nthree'));
    expect(await findLine(file, formatOf('utf-8'), 3)).toEqual({ offset: 8 });
    expect(await findLine(file, formatOf('utf-8'), 4)).toEqual({ totalLines: 3 });
  });
});

/**
 * The text of as many units as asked for, or one less where that would split a surrogate pair; one character at least.
 */
function wholeCharacters(text: string, units: number): number {
  const isSplit = /[\ud800-\udbff]/.test(text[units - 1] ?? '') && /[\udc00-\udfff]/.test(text[units] ?? '');
  if (!isSplit) return Math.min(units, text.length);
  return units === 1 ? 2 : units - 1;
}
