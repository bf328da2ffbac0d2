import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOutputCapture } from './output-capture.ts';

describe('createOutputCapture', () => {
  it('keeps a stream that fits as it is', () => {
    expect(captured(100, ['one\n', 'two\n'])).toEqual({
      ...{ text: 'one\ntwo\n', totalCharacters: 8, totalNewlines: 2 },
    });
  });

  it('keeps both ends and counts what is between', () => {
    expect(captured(6, ['abc', 'def\ng', 'hij\n'])).toEqual({
      ...{ text: 'abc', ending: 'ij\n', totalCharacters: 12, totalNewlines: 2 },
    });
  });

  it('counts code points and never cuts one', () => {
    expect(captured(3, ['🙂🙂', '🙂🙂'])).toEqual({
      ...{ text: '🙂🙂', ending: '🙂', totalCharacters: 4, totalNewlines: 0 },
    });
  });

  it('counts past its bound what is shown, not what colours it', () => {
    expect(captured(4, ['abc\x1b[3', '1mdef', 'ghi', 'é', '\x1b]0;ti', 'tle', 'more\x07', 'j'])).toEqual({
      ...{ text: 'ab', ending: 'éj', totalCharacters: 11, totalNewlines: 0 },
    });
  });

  it.each([
    ['frames of a line', ['10%\r', '20%\r30', '%\rdone\nnext'], 'done\nnext'],
    ['a frame that nothing follows', ['10%\r20%\r\r'], '20%'],
    ['lines of Windows', ['a\r', '\nb\r\r\n\r\n'], 'a\nb\n\n'],
    ['moves to the first column', ['10%\x1b[2K\x1b[', '1G20%\x1b[G30%\n'], '30%\n'],
    ['backspaces', ['|\b', '/\b-\b🙂\b done', '\b'], ' don'],
    ['an empty line before', ['a\n\rb'], 'a\nb'],
    ['lines that are written anew', ['a 1\nb 1\n\x1b[2A', '\x1b[2Ka 2\n\x1b[2Kb 2\n', 'c\n'], 'a 2\nb 2\nc\n'],
    ['a line above, and the end of the last one', ['a\nb\nc\x1b[', '2F', 'x\n\n!'], 'x\nb\n!'],
    ['erased lines', ['a\nb\nc\x1b[1A\r\x1b[K\x1b[A\r\x1b[Kdone\n'], 'done\n\nc'],
    ['an erased line above which nothing was changed', ['50%\r\x1b[K'], '50%'],
    ['more lines up than there are', ['a\x1b[999Ab\n'], 'b\n'],
  ])('shows lines as they are in the end: %s', (_, chunks, text) => {
    expect(captured(100, chunks).text).toBe(text);
  });

  it('lets no frames take the place of the last line', () => {
    const frames = Array.from({ length: 5000 }, (_, at) => `\r${at} of 5000 ${'='.repeat(60)}`);
    expect(captured(30_000, [...frames, '\nall 12 tests passed\n'])).toMatchObject({
      text: `4999 of 5000 ${'='.repeat(60)}\nall 12 tests passed\n`,
    });
  });

  it('lets no frames of several lines take the place of the last line', () => {
    const frame = (at: number) =>
      `${at === 0 ? '' : '\x1b[3A'}\x1b[2Kone ${at}\n\x1b[2Ktwo ${at}\n\x1b[2Kthree ${at}\n`;
    const frames = Array.from({ length: 5000 }, (_, at) => frame(at));
    const text = 'begin\none 4999\ntwo 4999\nthree 4999\nall passed\n';
    expect(captured(30_000, ['begin\n', ...frames, 'all passed\n'])).toMatchObject({ text });
    expect(captured(30_000, [`begin\n${frames.join('')}all passed\n`])).toMatchObject({ text });
  });

  it('holds no more than a part of a long output, however it moves in it', () => {
    const lines = 'line\n'.repeat(100_000);
    expect(
      captured(20, [lines, '\x1b[900Ax', '\x1b[9A\n'.repeat(50_000), 'y'.repeat(300_000)]).totalCharacters,
    ).toBeGreaterThan(700_000);
  });

  it('keeps what a program without lines writes', () => {
    const { text, ending, totalCharacters } = captured(20, ['x'.repeat(200_000), 'y'.repeat(5)]);
    expect([text, ending, totalCharacters]).toEqual(['x'.repeat(10), 'xxxxxyyyyy', 200_005]);
  });

  it('shows a character that arrives in two chunks, and what is no character as U+FFFD', () => {
    const capture = createOutputCapture(100);
    for (const bytes of [[0xc3], [0xa9, 0xff, 0x41], [0xf0, 0x9f]]) capture.add(Uint8Array.from(bytes));
    expect(capture.output().text).toBe('é\ufffdA');
    capture.end();
    expect(capture.output()).toEqual({ text: 'é\ufffdA\ufffd', totalCharacters: 4, totalNewlines: 0 });
  });

  it('says the same however the bytes are cut', () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
      fc
        .string({ unit: fc.constantFrom('a', 'é', '\n', '\r', '\b', '\x1b[G', '\x1b[31m', '\x1b[2A', '\x1b[K') })
        .map((text) => Buffer.from(text)),
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
