import type { PdfOutcome } from '@dragoman/outcomes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPdf } from './read-pdf.ts';

const pages = fc.array(fc.option(fc.string({ unit: 'grapheme', maxLength: 900 })), { minLength: 1, maxLength: 20 });

const outcomeOf = (texts: readonly (string | null)[], firstPage: number): PdfOutcome => ({
  ...{ kind: 'pdf', path: '/f.pdf', realPath: '/f.pdf', size: 1, totalPages: texts.length, firstPage },
  ...{ hasUnmappedText: false, endedBy: null },
  pages: texts.slice(firstPage - 1).map((text, at) => ({ number: firstPage + at, text, isCut: false })),
});

describe('readPdf', () => {
  it('keeps within the bound, whatever the pages, and leads through all of them', () => {
    fc.assert(
      fc.property(pages, fc.integer({ min: 200, max: 5000 }), (texts, bytes) => {
        for (let first = 1; first <= texts.length; ) {
          const { content, outcome } = readPdf(outcomeOf(texts, first), { limit: { bytes } });
          const shown = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
          expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(bytes);
          const last = Number(outcome?.lastPage);
          const next = /Use pages="(\d+)[-\d]*" to continue\.\]$/.exec(shown)?.[1];
          expect(next).toBe(last < texts.length ? String(last + 1) : undefined);
          first = last + 1;
        }
      }),
    );
  });

  it('shows all of it where that fits, to the byte, and the beginning where nothing else does', () => {
    const shown = (bytes: number) => {
      const [first] = readPdf(outcomeOf(['one', 'two'], 1), { limit: { bytes } }).content;
      return first?.type === 'text' ? first.text : '';
    };
    const whole = '--- Page 1 of 2 ---\none\n\n--- Page 2 of 2 ---\ntwo';
    expect(shown(whole.length)).toBe(whole);
    const part = '--- Page 1 of 2 ---\none\n\n[Showing page 1 of 2. Use pages="2" to continue.]';
    const large = outcomeOf(['one', 'two'.repeat(100)], 1);
    expect(readPdf(large, { limit: { bytes: part.length } }).content).toEqual([{ type: 'text', text: part }]);
    expect(readPdf(large, { limit: { bytes: part.length + 50 } }).outcome).toMatchObject({ lastPage: 1 });
    expect(readPdf(outcomeOf(['one'], 1), { limit: { bytes: 23 } }).content).toEqual([
      { type: 'text', text: '--- Page 1 of 1 ---\none' },
    ]);
    for (let bytes = 0; bytes < whole.length; bytes++) {
      expect(Buffer.byteLength(shown(bytes))).toBeLessThanOrEqual(bytes);
      if (bytes > 0) expect(shown(bytes)).not.toBe('');
    }
  });

  it('says what ended the reading early', () => {
    const [first] = readPdf(
      { ...outcomeOf(['one'], 1), totalPages: 3, endedBy: 'time' },
      { limit: { bytes: 1000 } },
    ).content;
    expect(first).toEqual({
      type: 'text',
      text: [
        '--- Page 1 of 3 ---\none',
        '[Reading ended early: it took too much time.]',
        '[Showing page 1 of 3. Use pages="2-3" to continue.]',
      ].join('\n\n'),
    });
  });
});
