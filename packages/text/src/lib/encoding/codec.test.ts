import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCodec } from './load-codec.ts';
import type { Encoding } from './text-format.ts';

/** Characters of every width that an encoding has, the longest ones too. */
const ALPHABETS: readonly [Encoding, string][] = [
  ['utf-8', 'a\n\x80é\u07ff\u0800日\ud7ff\ue000\ufffd\u{10000}😀\u{fffff}\u{10ffff}'],
  ['utf-16le', 'a\né日\ud7ff\udc00\ue000\u{10000}😀\u{10ffff}'],
  ['utf-16be', 'a\né日\ud7ff\udc00\ue000\u{10000}😀\u{10ffff}'],
  ['shift_jis', 'a\nｱ日ソ'],
  ['euc-jp', 'a\nｱ日丂'],
  ['gb18030', 'a\né中㐀😀\u{10ffff}'],
  ['big5', 'a\n中功'],
  ['euc-kr', 'a\n한똠'],
  ['koi8-r', 'a\nЯ─'],
  ['windows-1252', 'a\n€é'],
];

describe.each(ALPHABETS)('the codec of %s', (encoding, alphabet) => {
  const text = fc.array(fc.constantFrom(...alphabet), { maxLength: 12 }).map((characters) => characters.join(''));

  it('decodes what it encoded', async () => {
    const { encode, decode } = await loadCodec(encoding);
    const property = fc.property(text, (content) => {
      expect(decode(encode(content))).toBe(content);
    });
    fc.assert(property);
  });

  it('tells where each character ends', async () => {
    const codec = await loadCodec(encoding);
    const property = fc.property(text, text, (before, after) => {
      const bytes = codec.encode(before + after);
      expect(codec.byteOffset(bytes, before.length)).toBe(codec.encode(before).length);
    });
    fc.assert(property);
  });

  it('leaves off a character that is cut, and no other', async () => {
    const codec = await loadCodec(encoding);
    const property = fc.property(text, fc.constantFrom(...alphabet), fc.nat({ max: 3 }), (before, last, cut) => {
      const whole = codec.encode(before).length;
      const bytes = codec.encode(before + last);
      const end = Math.min(whole + cut, bytes.length);
      expect(codec.completeLength(bytes.subarray(0, end))).toBe(end === bytes.length ? end : whole);
    });
    fc.assert(property);
  });
});
