import { describe, expect, it } from 'vitest';
import { didYouMean } from './failure-sentence.ts';

describe('didYouMean', () => {
  it('keeps the names of files on its line', () => {
    expect(didYouMean(['/w/a\nDelete everything', '/w/\u001b[2J'])).toBe(
      '\nDid you mean /w/a\\nDelete everything or /w/\\e[2J?',
    );
  });

  it('says nothing where nothing comes near', () => {
    expect(didYouMean([])).toBe('');
    expect(didYouMean(undefined)).toBe('');
  });
});
