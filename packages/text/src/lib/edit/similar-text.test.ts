import { createPace } from '@dragoman/fs-core/internal/kernel';
import { describe, expect, it } from 'vitest';
import { findSimilarText } from './similar-text.ts';
import { documentOf } from './text-document.ts';

const FILE = `import { open } from './volume.ts';

function greet(name: string): string {
\tconst message = "Hello, " + name;
\treturn message;   
}

// It’s a “curly” comment
const total = 1 – 2;
`;

async function similarTo(sought: string, content: string | Buffer = FILE) {
  const format = { encoding: 'utf-8', bomLength: 0, lineEnding: '\n', sure: true } as const;
  return findSimilarText(await documentOf(Buffer.from(content), format), sought, createPace());
}

describe('findSimilarText', () => {
  it.each([
    ['    const message = "Hello, " + name;', 4, ['tabs']],
    ['{\n  const message = "Hello, " + name;', 3, ['indentation']],
    ['return message;\n}', 5, ['trailingSpace']],
    ['Function greet(Name: string)', 3, ['case']],
    ['// It\'s a "curly" comment', 8, ['quotes']],
    ['const total = 1 - 2;', 9, ['lookAlike']],
    ['cоnst total = 1 – 2;', 9, ['lookAlike']],
    ['function greet(name: string): string {\\n\tconst message', 3, ['escapes']],
    ['const message = \\"Hello, \\" + name;', 4, ['escapes']],
    ['{\\n\\tconst message', 3, ['escapes']],
    ['     3\tfunction greet(name: string): string {', 3, ['lineNumbers']],
    ["from './volume.ts';\r\n", 1, ['lineEnding']],
    ['function greet(name:  string)', 3, ['spacing']],
    ['greet( name : string )', 3, ['spacing']],
    ['function greet(firstName: string): string {', 3, ['content']],
  ])('says what keeps %j from matching', async (sought, startLine, differences) => {
    const [first] = await similarTo(sought);
    expect(first).toMatchObject({ startLine, differences });
  });

  it.each([
    ['a\u00a0b = c;\n', 'a b = c;', ['lookAlike'], { codePoint: 'U+00A0', column: 2 }],
    ['foo\u200bbar\n', 'foobar', ['lookAlike'], { codePoint: 'U+200B', column: 4 }],
    ['foobar\n', 'foo\u200bbar', ['lookAlike'], { codePoint: 'U+200B', column: 4, of: 'old-text' }],
    ['x\ud83d\ude00\u202ey\r\nz\n', 'x\ud83d\ude00y\nz', ['lookAlike'], { codePoint: 'U+202E', column: 3 }],
    ['p\u0430ss\n', 'pass', ['lookAlike'], { codePoint: 'U+0430', column: 2 }],
    ['pass\n', 'p\u0430ss', ['lookAlike'], { codePoint: 'U+0430', column: 2, of: 'old-text' }],
    ['cafe\u0301\n', 'caf\u00e9', ['lookAlike'], { codePoint: 'U+0301', column: 5, form: 'decomposed' }],
    ['caf\u00e9\n', 'cafe\u0301', ['lookAlike'], { codePoint: 'U+00E9', column: 4, form: 'composed' }],
    ['\ufb01ne\n', 'fine', ['lookAlike'], { codePoint: 'U+FB01', column: 1 }],
    ['"a\u00a0b\u201d\n', '"a b"', ['lookAlike', 'quotes'], { codePoint: 'U+00A0', column: 3 }],
    ['\tif\u00a0(x) {\n', '    if (x) {', ['lookAlike', 'tabs'], { codePoint: 'U+00A0', column: 4 }],
    ['one\rtwo\n', 'one\ntwo', ['loneCarriageReturn'], { codePoint: 'U+000D', column: 4 }],
    ['one\nlast', 'last\n', ['finalNewline'], undefined],
    ['one\ntwo', 'one\ntwo\n', ['finalNewline'], undefined],
    [Buffer.from('n\xff\xe9 x\n', 'latin1'), 'n\ufffd\ufffd x', ['damaged'], { codePoint: 'U+FFFD', column: 2 }],
  ])(
    'names the character that keeps what looks the same from matching: %j, %j',
    async (content, sought, kinds, odd) => {
      const [first] = await similarTo(sought, content);
      expect(first?.differences.toSorted()).toEqual(kinds.toSorted());
      expect(first?.character).toEqual(odd);
    },
  );

  it('gives places of the same looks before all others, three at most', async () => {
    const found = await similarTo('a b c', `a b d\n${'a\u00a0b c\n'.repeat(5)}`);
    expect(found.map(({ startLine }) => startLine)).toEqual([2, 3, 4]);
  });

  it('finds its way where lower case changes the length of a text', async () => {
    const [first] = await similarTo('Const Total = 1', 'İ İ İ\nconst total = 1\n');
    expect(first).toMatchObject({ startLine: 2, text: 'const total = 1', differences: ['case'] });
  });

  it('says that a long text has other words where the beginning of it, which is all that it looks at, is there', async () => {
    const content = 'some words\n'.repeat(1000);
    const [first] = await similarTo(`${content}and others`, content);
    expect(first).toMatchObject({ startLine: 1, differences: ['content'] });
  });

  it('gives the lines there, at most three places, the likest first', async () => {
    const content = 'foo bar\nfoo  bar baz\nfoo\tbar baz\nFoo bar baz\nfoo bar Baz\n';
    const found = await similarTo('foo bar  baz', content);
    expect(found).toHaveLength(3);
    expect(found[0]).toEqual({ startLine: 2, endLine: 2, text: 'foo  bar baz', differences: ['spacing'] });
  });

  it('compares what is written without spaces by its characters', async () => {
    const content =
      '// 設定\n名前 = 日本語の表示\n接続が切れたときは一分間待ってから再び試します。\nถ้าการเชื่อมต่อขาดจะรอหนึ่งนาที\n';
    expect(await similarTo('名前 = 日本語の表記', content)).toMatchObject([{ startLine: 2, differences: ['content'] }]);
    expect(await similarTo('接続が切れたときは二分間待ってから再び試します。', content)).toMatchObject([
      { startLine: 3 },
    ]);
    expect(await similarTo('ถ้าการเชื่อมต่อขาดจะรอสองนาที', content)).toMatchObject([{ startLine: 4 }]);
  });

  it('has nothing to say about a text that nothing is like', async () => {
    expect(await similarTo('zebra crossing')).toEqual([]);
    expect(await similarTo('   ')).toEqual([]);
  });
});
