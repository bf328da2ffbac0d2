import type { CellOutput, NotebookCell, NotebookOutcome } from '@dragoman/tools';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNotebook } from './read-notebook.ts';

const output: fc.Arbitrary<CellOutput> = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), label: fc.string(), text: fc.string({ maxLength: 900 }) }),
  fc.record({ kind: fc.constant('image' as const), mimeType: fc.constant('image/png'), base64: fc.base64String() }),
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
  ...{ cells: cells.slice(first), totalCells: cells.length },
});

describe('readNotebook', () => {
  it('keeps within the bound, whatever the cells, and leads through all of them', () => {
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 600, max: 5000 }),
        (some, maxBytes) => {
          const cells = some.map((each, index) => ({ ...each, index }));
          const seen: number[] = [];
          for (let first = 0; first < cells.length; ) {
            const { content, outcome } = readNotebook(outcomeOf(cells, first), { maxBytes });
            const texts = content.map((block) => (block.type === 'text' ? block.text : ''));
            expect(Buffer.byteLength(texts.join('\n\n'))).toBeLessThanOrEqual(maxBytes);
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

  it('leaves room for what parts many small cells and outputs', () => {
    const outputs = Array.from({ length: 20 }, () => ({ kind: 'text' as const, label: 'stdout', text: 'x' }));
    const cells = Array.from({ length: 100 }, (_, index): NotebookCell => {
      return { index, id: null, type: 'code', executionCount: null, source: 'x', outputs };
    });
    const { content } = readNotebook(outcomeOf(cells, 0), { maxBytes: 30_000 });
    const texts = content.map((block) => (block.type === 'text' ? block.text : ''));
    expect(Buffer.byteLength(texts.join('\n\n'))).toBeLessThanOrEqual(30_000);
  });
});
