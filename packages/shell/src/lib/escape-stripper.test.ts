import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEscapeStripper } from './escape-stripper.ts';

describe('createEscapeStripper', () => {
  it.each([
    ['colours', '\x1b[1;31mred\x1b[0m and \x9b32mgreen\x9b0m', 'red and green'],
    ['24-bit colours with colons', '\x1b[38:2::1:2:3mx', 'x'],
    ['cursor movements and private modes', 'a\x1b[2K\x1b[?25l\x1b[10;20Hb', 'ab'],
    ['a window title', '\x1b]0;my title\x07text', 'text'],
    ['links', '\x1b]8;;https://a.b/c?d=1\x1b\\here\x1b]8;;\x1b\\.', 'here.'],
    ['a device string', '\x1bPq#0;2;0\x1b\\after', 'after'],
    ['character sets and short sequences', '\x1b(Ba\x1b7b\x1b=c\x1bMd', 'abcd'],
    ['a string that nothing ends, up to the line break', 'a\x1b]oops\nnext line', 'a\nnext line'],
    ['a lone escape before a line break', 'a\x1b\nb', 'a\nb'],
  ])('removes %s', (_, text, shown) => {
    expect(createEscapeStripper()(text)).toBe(shown);
  });

  it('leaves everything else as it is', () => {
    const text = '10%\r100%\r\n\ttab \u0000 \b é 🙂 [31m ]0;x';
    expect(createEscapeStripper()(text)).toBe(text);
  });

  it('shows the same wherever the text is cut', () => {
    const part = fc.constantFrom('\x1b', '[', ']', '0', ';', 'm', '\\', '\x07', '\x9b', '(', 'B', 'text', '\n', '🙂');
    fc.assert(
      fc.property(fc.array(fc.array(part).map((parts) => parts.join(''))), (pieces) => {
        const strip = createEscapeStripper();
        expect(pieces.map(strip).join('')).toBe(createEscapeStripper()(pieces.join('')));
      }),
    );
  });

  it.each([
    ['after a byte that rules out parameters', ['\x1b[', '(', '0']],
    ['inside parameters', ['\x1b[1;', '31;', '1', 'm']],
    ['inside what ends a title', ['\x1b]0;title', '\x1b', '\\']],
  ])('shows the same cut %s', (_, pieces) => {
    const strip = createEscapeStripper();
    expect(pieces.map(strip).join('')).toBe(createEscapeStripper()(pieces.join('')));
  });

  it('takes time in proportion to hostile text', () => {
    const strip = createEscapeStripper();
    expect(strip('\x1b]'.repeat(500_000))).toBe('');
    expect(strip('\x1b\\\x1b[;;;;'.repeat(200_000))).toBe('');
    expect(strip('m.')).toBe('.');
  });
});
