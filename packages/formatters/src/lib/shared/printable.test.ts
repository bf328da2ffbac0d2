import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainLine, printableJson, printableName, printableText } from './printable.ts';

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
    ['variants of \u2764\ufe0f\u200d\u{1f525}, \u00a9\ufe0f, 1\ufe0f\u20e3 and \u8fbb\u{e0100}', null],
    ['and of a\ufe0f, 😀\ufe0f\ufe01, a\u{e0100}\ufe0f', 'and of a\\u{fe0f}, 😀\ufe0f\\u{fe01}, a\\u{e0100}\\u{fe0f}'],
    ['fillers \u115f\u17b4\u180e\u2800\ufff0', 'fillers \\u{115f}\\u{17b4}\\u{180e}\\u{2800}\\u{fff0}'],
  ])('shows %j on one line', (name, shown) => {
    expect(printableName(name)).toBe(shown ?? name);
  });

  it('never lets a control character through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(printableName(name)).toMatch(
          /^[^\p{Cc}\p{Cs}\u00ad\u061c\u115f\u180e\u200b\u200e\u2060\u3164\ufeff\u2028\u2029\u202a-\u202e]*$/u,
        );
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

describe('printableText', () => {
  it('leaves nothing unseen, and the lines as they are', () => {
    expect(printableText('No file \u001b]0;x\u0007\u009b2J\u202e\r\n\tas\rit is \u200b')).toBe(
      'No file \\e]0;x\\u{7}\\u{9b}2J\\u{202e}\r\n\tas\\rit is \\u{200b}',
    );
  });
});

describe('plainLine', () => {
  it('makes one line of several', () => {
    expect(plainLine('Access denied: \u001b[2J\u00ad\r\nAllowed:\t/w\n')).toBe(
      'Access denied: \\e[2J\\u{ad} Allowed: /w ',
    );
  });
});
