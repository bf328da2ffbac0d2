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

  it('is silent where nothing comes near', () => {
    expect(nearestPlaces([])).toBe('');
  });
});
