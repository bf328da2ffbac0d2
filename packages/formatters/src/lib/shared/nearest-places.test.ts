import type { SimilarText } from '@dragoman/fs-core/internal/kernel';
import { describe, expect, it } from 'vitest';
import { nearestPlaces } from './nearest-places.ts';

describe('nearestPlaces', () => {
  it('names the lines, what keeps them from matching, and shows them', () => {
    const nearest: readonly SimilarText[] = [
      { startLine: 9, endLine: 10, text: 'if (x) {\r\n\treturn', differences: ['tabs', 'case'] },
      { startLine: 40, endLine: 40, text: 'if (y) {', differences: ['content'] },
    ];
    expect(nearestPlaces(nearest)).toBe(
      [
        '',
        'Nearest: lines 9-10 (difference: tabs for spaces, upper and lower case)',
        '     9\tif (x) {',
        '    10\t\treturn',
        'Nearest: line 40 (difference: other words)',
        '    40\tif (y) {',
      ].join('\n'),
    );
  });

  it.each<[string, Partial<SimilarText>]>([
    ['U+00A0 at column 19', { differences: ['lookAlike'], character: { codePoint: 'U+00A0', column: 19 } }],
    [
      'U+0301 at column 5, decomposed',
      { differences: ['lookAlike'], character: { codePoint: 'U+0301', column: 5, form: 'decomposed' } },
    ],
    [
      'straight and curly quotes, U+200B at column 2 of the old text',
      { differences: ['quotes', 'lookAlike'], character: { codePoint: 'U+200B', column: 2, of: 'old-text' } },
    ],
    ['a lone CR at column 4', { differences: ['loneCarriageReturn'], character: { codePoint: 'U+000D', column: 4 } }],
    ['damaged bytes at column 2', { differences: ['damaged'], character: { codePoint: 'U+FFFD', column: 2 } }],
    ['the file ends without a newline', { differences: ['finalNewline'] }],
    ['look-alike Unicode', { differences: ['lookAlike'] }],
  ])('says %s', (words, place) => {
    const [, heading] = nearestPlaces([{ startLine: 7, endLine: 7, text: 'x', differences: [], ...place }]).split('\n');
    expect(heading).toBe(`Nearest: line 7 (difference: ${words})`);
  });

  it('is silent where nothing comes near', () => {
    expect(nearestPlaces([])).toBe('');
  });
});
