import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printableJson, printableName, printableSentence } from './printable.ts';

describe('printableName', () => {
  it.each([
    ['plain é 😀.txt', 'plain é 😀.txt'],
    ['new\nline\r\tand tab', 'new\\nline\\r\\tand tab'],
    ['red \u001b[31m', 'red \\e[31m'],
    ['nul \u0000 and bell \u0007', 'nul \\u{0} and bell \\u{7}'],
    ['half a pair \ud83d', 'half a pair \\u{d83d}'],
    ['right to left \u202egnp.exe', 'right to left \\u{202e}gnp.exe'],
    ['no\u200bwidth\ufeff, \u2060\u00ad\u200e', 'no\\u{200b}width\\u{feff}, \\u{2060}\\u{ad}\\u{200e}'],
    ['a line\u2028or\u2029two, \u009b31m', 'a line\\u{2028}or\\u{2029}two, \\u{9b}31m'],
    ['a tag \u{e0041} and a filler \u3164', 'a tag \\u{e0041} and a filler \\u{3164}'],
    [
      'joiners in \u{1f468}\u200d\u{1f469} and \u0645\u06cc\u200c\u062e',
      'joiners in \u{1f468}\u200d\u{1f469} and \u0645\u06cc\u200c\u062e',
    ],
    ['and in a\u200db', 'and in a\\u{200d}b'],
  ])('shows %j on one line', (name, shown) => {
    expect(printableName(name)).toBe(shown);
  });

  it('never lets a control character through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(printableName(name)).toMatch(/^[^\p{Cc}\p{Cs}\u200b\ufeff\u2028\u2029\u202a-\u202e]*$/u);
      }),
    );
  });
});

describe('printableJson', () => {
  it('escapes the same, and means the same', () => {
    expect(printableJson(JSON.stringify({ name: 'a\u202e\u200b\u009b\u{e0041}' }, null, 1))).toBe(
      '{\n "name": "a\\u202e\\u200b\\u009b\\udb40\\udc41"\n}',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const shown = printableJson(JSON.stringify([name], null, 2));
        expect(JSON.parse(shown)).toEqual([name]);
        expect(shown).toMatch(/^[^\p{Cf}\p{Zl}\p{Zp}]*$|[\u200c\u200d]/u);
      }),
    );
  });
});

describe('printableSentence', () => {
  it('leaves no command to a terminal, and the lines as they are', () => {
    expect(printableSentence('No file \u001b]0;x\u0007\u009b2J\u202e\r\n\tas\rit is \u200b')).toBe(
      'No file \\e]0;x\\u{7}\\u{9b}2J\\u{202e}\r\n\tas\\rit is \u200b',
    );
  });
});
