import { atOnce, testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTokenizer, type Tokenizer } from './tokenizer.ts';

// An independent implementation over its own copy of the tables.
const reference = new Tiktoken(o200k);
const expected = (text: string): number => reference.encode(text, [], []).length;

let tokenizer: Tokenizer;
beforeAll(async () => {
  tokenizer = await loadTokenizer();
}, 60_000);

describe('count', () => {
  it.each([
    '',
    'hello world',
    "don't WE'LL they've I'm 'tis",
    '  indented\n\n\n\tcode();\n//\n',
    '12345 1,234.56',
    'camelCaseHTTPServer ALLCAPS',
    '日本語のテキスト。混ぜたASCII',
    '👨‍👩‍👧‍👦 🇩🇪 e\u0301',
    '<|endoftext|> <|fim_prefix|>',
    ' \r\n\r\n \t \r x',
    '\u00a0\u3000 x',
  ])('tells as many tokens as the reference: %j', (text) => {
    expect(atOnce(tokenizer.count(text))).toBe(expected(text));
  });

  it('tells as many as the reference for whatever text', () => {
    const word = fc.constantFrom(
      'const ',
      'x',
      ' = ',
      "'ll",
      '\n',
      '\r\n',
      '  ',
      '\t',
      'é',
      '日本',
      '𝒳',
      '123',
      '//',
      'AB',
    );
    const text = fc.oneof(
      fc.array(word).map((words) => words.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (given) => {
        // JavaScript's idea of white space is not tiktoken's here.
        const plain = given.replace(/[\u0085\ufeff]/g, '');
        expect(atOnce(tokenizer.count(plain))).toBe(expected(plain));
      }),
      { numRuns: testRounds(30) },
    );
  });

  it.each(['a', ' ', '\n', '日', '=', '𝒳', 'ab'])('counts a long run of %j in a moment', (unit) => {
    const counted = unit.repeat(100_000 / unit.length);
    // The reference takes the square of the length.
    const checked = unit.repeat(200);
    expect(atOnce(tokenizer.count(counted))).toBeGreaterThan(0);
    expect(atOnce(tokenizer.count(checked))).toBe(expected(checked));
  });
});

describe('fitPiece', () => {
  it('ends behind as many tokens as fit', () => {
    const piece = 'a'.repeat(1000);
    const { tokens, end } = atOnce(tokenizer.fitPiece(piece, 7));
    expect(tokens).toBe(8);
    expect(atOnce(tokenizer.count(piece.slice(0, end)))).toBe(7);
    expect(atOnce(tokenizer.fitPiece(piece, 0))).toEqual({ tokens: 1, end: 0 });
    expect(atOnce(tokenizer.fitPiece(piece, 125))).toEqual({ tokens: 125, end: 1000 });
    expect(atOnce(tokenizer.fitPiece('abc', 10))).toEqual({ tokens: 1, end: 3 });
  });

  it('never ends inside a character', () => {
    const piece = '𝒳'.repeat(10);
    for (let tokens = 0; tokens < 30; tokens++) expect(atOnce(tokenizer.fitPiece(piece, tokens)).end % 2).toBe(0);
  });
});
