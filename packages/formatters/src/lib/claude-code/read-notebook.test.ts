import type { CellOutput, NotebookCell, NotebookOutcome } from '@dragoman/outcomes/internal/parts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNotebook } from './read-notebook.ts';

const output: fc.Arbitrary<CellOutput> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    plain: fc.constant(null),
    label: fc.string(),
    text: fc.string({ maxLength: 900 }),
  }),
  fc.record({
    kind: fc.constant('image' as const),
    mimeType: fc.constant('image/png'),
    base64: fc.base64String(),
    name: fc.constant(null),
  }),
);

const cell: fc.Arbitrary<Omit<NotebookCell, 'index'>> = fc.record({
  id: fc.option(fc.string({ maxLength: 20 })),
  type: fc.constantFrom('code', 'markdown'),
  executionCount: fc.option(fc.nat()),
  source: fc.string({ unit: 'grapheme', maxLength: 900 }),
  outputs: fc.array(output, { maxLength: 3 }),
});

const outcomeOf = (cells: readonly NotebookCell[], first: number): NotebookOutcome => ({
  ...{ kind: 'notebook', path: '/n.ipynb', realPath: '/n.ipynb', size: 1, format: '4.5', language: null },
  ...{ first, cells: cells.slice(first), totalCells: cells.length },
});

describe('readNotebook', () => {
  it('keeps within the bound, whatever the cells, and leads through all of them', () => {
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 200, max: 5000 }),
        (some, bytes) => {
          const cells = some.map((each, index) => ({ ...each, index }));
          const seen: number[] = [];
          for (let first = 0; first < cells.length; ) {
            const { content, outcome } = readNotebook(outcomeOf(cells, first), { limit: { bytes } });
            const texts = content.map((block) => (block.type === 'text' ? block.text : ''));
            expect(Buffer.byteLength(texts.join(''))).toBeLessThanOrEqual(bytes);
            const count = Number(outcome?.cells);
            for (let shown = 0; shown < count; shown += 1) seen.push(first + shown);
            const next = /Use offset=(\d+) to continue\.\]$/.exec(texts.at(-1) ?? '')?.[1];
            expect(next).toBe(first + count < cells.length ? String(first + count + 1) : undefined);
            first += count;
          }
          expect(seen).toEqual(cells.map(({ index }) => index));
        },
      ),
    );
  });

  it('shows all of it where that fits, to the byte, and the beginning where nothing else does', () => {
    const shown = (bytes: number, ...sources: string[]) => {
      const cells = sources.map((source, index): NotebookCell => {
        return { index, id: null, type: 'raw', executionCount: null, source, outputs: [] };
      });
      const [first] = readNotebook(outcomeOf(cells, 0), { limit: { bytes } }).content;
      return first?.type === 'text' ? first.text : '';
    };
    const whole = '--- Cell 0: raw ---\none\n\n--- Cell 1: raw ---\ntwo';
    expect(shown(whole.length, 'one', 'two')).toBe(whole);
    const part = '--- Cell 0: raw ---\none\n\n[Showing cell 0 of 2. Use offset=2 to continue.]';
    expect(shown(part.length, 'one', 'two'.repeat(100))).toBe(part);
    for (let bytes = 0; bytes < whole.length; bytes++) {
      expect(Buffer.byteLength(shown(bytes, 'one', 'two'))).toBeLessThanOrEqual(bytes);
      if (bytes > 0) expect(shown(bytes, 'one', 'two')).not.toBe('');
    }
  });

  it.each(['', '  \n'])('calls a cell without source empty: %j', (source) => {
    const cells: NotebookCell[] = [{ index: 0, id: null, type: 'code', executionCount: null, source, outputs: [] }];
    expect(readNotebook(outcomeOf(cells, 0), { limit: { bytes: 1000 } }).content).toEqual([
      { type: 'text', text: '--- Cell 0: code ---\n(empty)' },
    ]);
  });

  it('leaves room for what parts many small cells and outputs', () => {
    const outputs = Array.from({ length: 20 }, () => ({
      kind: 'text' as const,
      label: 'stdout',
      text: 'x',
      plain: null,
    }));
    const cells = Array.from({ length: 100 }, (_, index): NotebookCell => {
      return { index, id: null, type: 'code', executionCount: null, source: 'x', outputs };
    });
    const { content } = readNotebook(outcomeOf(cells, 0), { limit: { bytes: 30_000 } });
    const texts = content.map((block) => (block.type === 'text' ? block.text : ''));
    expect(Buffer.byteLength(texts.join('\n\n'))).toBeLessThanOrEqual(30_000);
  });
});
