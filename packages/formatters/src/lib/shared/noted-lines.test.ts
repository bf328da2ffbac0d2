import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notedLines } from './noted-lines.ts';
import { fits } from './text-limit.ts';

const notesAfter = (count: number) => (count === 3 ? [] : [`shown: ${count}`]);

describe('notedLines', () => {
  it('shows all lines where they fit with their notes', () => {
    const limit = { bytes: 13 };
    expect(notedLines(['one', 'two', 'three'], { limit, notesAfter })).toEqual({ text: 'one\ntwo\nthree', count: 3 });
    expect(notedLines(['one'], { limit, notesAfter })).toEqual({ text: 'one\nshown: 1', count: 1 });
  });

  it('ends at the last line that fits with the notes about the rest', () => {
    const lines = ['one', 'two', 'three'];
    expect(notedLines(lines, { limit: { bytes: 12 }, notesAfter })).toEqual({ text: 'one\nshown: 1', count: 1 });
    expect(notedLines(lines, { limit: { bytes: 11 }, notesAfter }).count).toBe(0);
    expect(notedLines(lines, { limit: { newlines: 1 }, notesAfter })).toEqual({ text: 'one\nshown: 1', count: 1 });
  });

  it('shows as many lines as fit, whatever they take and however that is counted', () => {
    const lines = fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replaceAll('\n', '')));
    const measure = fc.constantFrom('bytes', 'characters', 'jsonBytes', 'newlines');
    fc.assert(
      fc.property(lines, measure, fc.integer({ min: 10, max: 300 }), (all, unit, most) => {
        const limit = { [unit]: most };
        const after = (count: number) => (count < all.length ? [`shown: ${String(count).padStart(3)}`] : []);
        const { text, count } = notedLines(all, { limit, notesAfter: after });
        const upTo = (end: number) => [...all.slice(0, end), ...after(end)].join('\n');
        expect(text).toBe(upTo(count));
        if (count > 0) expect(fits(text, limit)).toBe(true);
        if (count < all.length) expect(fits(upTo(count + 1), limit)).toBe(false);
      }),
    );
  });
});
