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

async function similarTo(sought: string, content = FILE) {
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
