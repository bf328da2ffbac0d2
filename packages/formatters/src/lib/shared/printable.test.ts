import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printableName } from './printable.ts';

describe('printableName', () => {
  it.each([
    ['plain é 😀.txt', 'plain é 😀.txt'],
    ['new\nline\r\tand tab', 'new\\nline\\r\\tand tab'],
    ['red \u001b[31m', 'red \\e[31m'],
    ['nul \u0000 and bell \u0007', 'nul \\u{0} and bell \\u{7}'],
    ['half a pair \ud83d', 'half a pair \\u{d83d}'],
    ['right to left \u202egnp.exe', 'right to left \\u{202e}gnp.exe'],
  ])('shows %j on one line', (name, shown) => {
    expect(printableName(name)).toBe(shown);
  });

  it('never lets a control character through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(printableName(name)).toMatch(/^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e]*$/u);
      }),
    );
  });
});
