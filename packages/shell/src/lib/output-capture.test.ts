import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOutputCapture } from './output-capture.ts';

describe('createOutputCapture', () => {
  it('keeps a stream that fits as it is', () => {
    expect(captured(100, ['one\n', 'two\n'])).toEqual({ text: 'one\ntwo\n', totalCharacters: 8 });
  });

  it('keeps the beginning and counts the rest', () => {
    expect(captured(5, ['abc', 'defg', 'hij\n'])).toEqual({ text: 'abcde', totalCharacters: 11 });
  });

  it('counts code points and never cuts one', () => {
    expect(captured(3, ['🙂🙂', '🙂🙂'])).toEqual({ text: '🙂🙂🙂', totalCharacters: 4 });
  });

  it('counts past its bound what is shown, not what colours it', () => {
    expect(captured(2, ['abc\x1b[3', '1mdef', 'ghi', 'é', '\x1b]0;ti', 'tle', 'more\x07', 'j'])).toEqual({
      text: 'ab',
      totalCharacters: 11,
    });
  });

  it('shows a character that arrives in two chunks, and what is no character as U+FFFD', () => {
    const capture = createOutputCapture(100);
    for (const bytes of [[0xc3], [0xa9, 0xff, 0x41], [0xf0, 0x9f]]) capture.add(Uint8Array.from(bytes));
    expect(capture.output().text).toBe('é\ufffdA');
    capture.end();
    expect(capture.output()).toEqual({ text: 'é\ufffdA\ufffd', totalCharacters: 4 });
  });

  it('says the same however the bytes are cut', () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 8 }), fc.nat(20), (chunks, bound) => {
        const whole = createOutputCapture(bound);
        whole.add(Buffer.concat(chunks));
        whole.end();
        const pieces = createOutputCapture(bound);
        for (const chunk of chunks) pieces.add(chunk);
        pieces.end();
        expect(pieces.output()).toEqual(whole.output());
      }),
    );
  });
});

function captured(maxCharacters: number, chunks: readonly string[]) {
  const capture = createOutputCapture(maxCharacters);
  for (const chunk of chunks) capture.add(Buffer.from(chunk));
  capture.end();
  return capture.output();
}
