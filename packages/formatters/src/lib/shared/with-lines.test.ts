import { describe, expect, it } from 'vitest';
import { withLines } from './with-lines.ts';

describe('withLines', () => {
  it('begins a line of its own', () => {
    expect(['', 'err', 'err\n'].map((text) => withLines(text, 'a\n'))).toEqual(['a\n', 'err\na\n', 'err\na\n']);
    expect(withLines('err', '')).toBe('err');
  });
});
