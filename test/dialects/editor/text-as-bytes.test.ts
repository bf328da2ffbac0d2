import { readFileSync, writeFileSync } from 'node:fs';
import { encodeAs, numbered, openTree, type ServedDialect, serve, type TemporaryTree } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let tree: TemporaryTree;
let server: ServedDialect;

beforeAll(async () => {
  tree = await openTree();
  server = await serve('editor', tree);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await tree[Symbol.asyncDispose]();
});

const JAPANESE = '# 設定ファイルの説明\nこの値は変更しないでください。\n名前 = 日本語の表示\n能力ソート構造\n';
const FRENCH = 'Le garçon a été très déçu.\nÀ bientôt, chère Hélène, où êtes-vous ?\nnaïve façade\n';
const RUSSIAN = 'Это простой текст на русском языке.\nНе изменяйте эту строку, пожалуйста.\nконец\n';
const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

interface EditCase {
  readonly of: string;
  readonly before: Buffer;
  readonly old: string;
  readonly new: string;
  readonly after: Buffer;
}

/** A text in an encoding, edited in its middle. */
function inEncoding(encoding: string, text: string, [old, put]: readonly [string, string]) {
  const after = encodeAs(
    text.replace(old, () => put),
    encoding,
  );
  return { of: encoding, before: encodeAs(text, encoding), old, new: put, after };
}

const CASES: readonly EditCase[] = [
  inEncoding('utf-8 with mark', 'first\nsecond\n', ['first', 'premier']),
  inEncoding('utf-16le with mark', RUSSIAN, ['простой', 'сложный']),
  inEncoding('utf-16be with mark', FRENCH, ['déçu', 'ému']),
  inEncoding('utf-16le', 'plain text\r\nin two bytes each\r\n', ['two', '2']),
  inEncoding('windows-1252', FRENCH, ['très déçu', 'bien ému']),
  inEncoding('shift_jis', JAPANESE, ['能力ソート', '表示']),
  inEncoding('euc-jp', JAPANESE, ['変更しないで', '消さないで']),
  inEncoding('windows-1251', RUSSIAN, ['простой', 'сложный']),
  {
    of: 'CRLF, found and written by LF',
    before: bytes('a\r\nb\r\nc\r\n'),
    old: 'a\nb\n',
    new: 'x\ny\nz\n',
    after: bytes('x\r\ny\r\nz\r\nc\r\n'),
  },
  {
    of: 'mixed endings, each line keeping its own',
    before: bytes('a\nb\r\nc\rd\n\r\ne'),
    old: 'b\nc',
    new: 'B\nC',
    after: bytes('a\nB\r\nC\rd\n\r\ne'),
  },
  {
    of: 'form feeds and U+2028, which end no line',
    before: bytes('a\fb\u2028c\u0085d'),
    old: 'c',
    new: '\n',
    after: bytes('a\fb\u2028\n\u0085d'),
  },
  {
    of: 'bytes that are no UTF-8, beside the edit',
    before: bytes(
      'é ',
      [0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80],
      ' middle ',
      [0xe2, 0x82],
      '\n€ good text ünd so weiter\n',
    ),
    old: 'middle',
    new: 'centre',
    after: bytes('é ', [0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80], ' centre ', [0xe2, 0x82], '\n€ good text ünd so weiter\n'),
  },
  {
    of: 'a source with a stray byte and control characters',
    before: bytes('naïve();\x0b\n\x01\x07\b', [0xff], '\nold();\x7f\n'),
    old: 'old();',
    new: 'façade();',
    after: bytes('naïve();\x0b\n\x01\x07\b', [0xff], '\nfaçade();\x7f\n'),
  },
  {
    of: 'nothing but controls and stray bytes',
    before: bytes([0x01, 0xfe, 0x02, 0x0a], 'old', [0x0a, 0x80, 0x0b, 0xff]),
    old: 'old',
    new: 'new',
    after: bytes([0x01, 0xfe, 0x02, 0x0a], 'new', [0x0a, 0x80, 0x0b, 0xff]),
  },
  {
    of: 'patterns and escapes, which are literal',
    before: bytes('a.*(b) $& \\n $1\n'),
    old: '.*(b) $& \\n',
    new: "$& $1 $$ $` $' \\1 \\n \\",
    after: bytes("a$& $1 $$ $` $' \\1 \\n \\ $1\n"),
  },
];

describe('an edit', () => {
  it.each(CASES)('keeps every byte around it: $of', async ({ before, after, ...texts }) => {
    writeFileSync(tree.path('file'), before);
    const args = { path: 'file', old_str: texts.old, new_str: texts.new };
    const result = await server.call('str_replace', args);
    expect([result.isError, result.error]).toEqual([false, {}]);
    expect(readFileSync(tree.path('file')).toString('latin1')).toBe(after.toString('latin1'));
  });

  it.each([
    ['windows-1252', FRENCH, 'déçu', 'content\nou 🙂', '🙂', 'U+1F642', 2, 4],
    ['shift_jis', JAPANESE, '説明', '한국어', '한', 'U+D55C', 1, 1],
  ] as const)('names what %s cannot hold, and writes nothing', async (encoding, text, old, put, ...place) => {
    const [character, codePoint, line, column] = place;
    const before = encodeAs(text, encoding);
    writeFileSync(tree.path('file'), before);
    const result = await server.call('str_replace', { path: 'file', old_str: old, new_str: put });
    expect(result.error).toMatchObject({ code: 'UNENCODABLE', path: 'file', character, codePoint, line, column });
    expect(result.text).toContain(`no form for "${character}" (${codePoint}), at line ${line}, column ${column}`);
    expect(readFileSync(tree.path('file')).equals(before)).toBe(true);
  });

  it('names half a surrogate pair, which no file can hold', async () => {
    const result = await server.call('create_file', { path: 'half', content: 'a\ud800' });
    expect(result.error).toMatchObject({
      code: 'UNENCODABLE',
      path: 'half',
      codePoint: 'U+D800',
      line: 1,
      column: 2,
    });
    expect(result.text).toMatch(/^Error: Cannot write half: /);
  });

  it('refuses what is not text, and says what it is', async () => {
    for (const [content, holds] of [
      [Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), 'application/wasm'],
      [Buffer.from([1, 0, 2, 0, 0, 0, 3]), 'binary data'],
    ] as const) {
      writeFileSync(tree.path('file'), content);
      const result = await server.call('str_replace', { path: 'file', old_str: 'a', new_str: 'b' });
      expect(result.error).toMatchObject({ code: 'UNSUPPORTED_FILE', path: 'file' });
      expect(result.text).toBe(`Error: Not a text file: file holds ${holds}`);
    }
  });
});

describe('a view', () => {
  it.each(CASES.slice(0, 8))('shows decoded text without a byte-order mark: $of', async ({ before, of }) => {
    writeFileSync(tree.path('file'), before);
    const shown = (await server.call('view', { path: 'file' })).text;
    const text = [JAPANESE, FRENCH, RUSSIAN].find((sample) => shown.includes(sample.slice(0, 8)));
    const expected = text ?? (of.startsWith('utf-8') ? 'first\nsecond\n' : 'plain text\nin two bytes each\n');
    const lines = expected.trimEnd().split('\n');
    expect(shown).toBe(numbered(1, lines.length, (line) => lines[line - 1]));
  });
});

const SOURCE = `import { open } from './volume.ts';

function greet(name: string): string {
\tconst message = "Hello, " + name;
\treturn message;${'   '}
}

// It’s a “curly” comment
`;

describe('a search', () => {
  it('takes for text what a view takes for text', async () => {
    const stray = [0xff, 0x0b, 0x01, 0x0a] as const;
    for (const [content, isText] of [
      [bytes(stray, 'needle\n'), true],
      [bytes('garçon\x07\n', [0xe7, 0x0a], 'needle\n'), true],
      [bytes(stray, 'needle\n', [0]), false],
      [bytes('needle\n', [0, 1, 2, 3]), false],
    ] as const) {
      writeFileSync(tree.path('file'), content);
      expect((await server.call('view', { path: 'file' })).text.includes('needle')).toBe(isText);
      const found = await server.call('grep', { path: '.', pattern: 'needle', include: 'file' });
      expect(found.text).toBe(isText ? 'file' : 'No matches found');
    }
  });

  it.each([
    ['shift_jis', JAPANESE],
    ['windows-1252', FRENCH],
    ['windows-1251', RUSSIAN],
  ])('shows lines of a file in %s as text', async (encoding, text) => {
    for (const lead of ['', '// nothing but ASCII\n'.repeat(300)]) {
      writeFileSync(tree.path('file'), encodeAs(`${lead}${text}key = 1\n`, encoding));
      const args = { path: 'file', pattern: '^key', output_mode: 'content', context_before: 4, line_numbers: false };
      const shown = (await server.call('grep', args)).text;
      expect(shown).toContain(text.split('\n')[1]);
      expect(shown).not.toContain('\ufffd');
    }
  });
});

describe('a text that is there more than once', () => {
  it('is answered with the lines of the first ten places', async () => {
    writeFileSync(tree.path('file'), 'two words\n\n'.repeat(12));
    const result = await server.call('str_replace', { path: 'file', old_str: 'words', new_str: 'x' });
    const lines = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
    expect(result.error).toMatchObject({ code: 'AMBIGUOUS_MATCH', actual: 12, lines });
    expect(result.text).toContain(`contains it 12 times (at lines ${lines.join(', ')} and more)`);
  });
});

describe('a text that is not found', () => {
  it.each([
    ['    const message = "Hello, " + name;', 4, 'tabs', 'tabs for spaces'],
    ['{\n  const message = "Hello, " + name;', 3, 'indentation', 'indentation'],
    ['return message;\n}', 5, 'trailingSpace', 'trailing space'],
    ['Function greet(Name: string)', 3, 'case', 'upper and lower case'],
    ['// It\'s a "curly" comment', 8, 'quotes', 'straight and curly quotes'],
    ['cоnst message', 4, 'lookAlike', 'U+043E at column 2 of the old text'],
    ['const message = \\"Hello, \\" + name;', 4, 'escapes', 'escaped characters, such as \\n or \\"'],
    ['     3\tfunction greet(name: string): string {', 3, 'lineNumbers', 'line numbers copied from a listing'],
    ["from './volume.ts';\r\n", 1, 'lineEnding', 'line ending'],
    ['function greet(firstName: string): string {', 3, 'content', 'other words'],
  ])('is answered with what comes nearest: %j', async (old, startLine, kind, words) => {
    writeFileSync(tree.path('file'), SOURCE);
    const result = await server.call('str_replace', { path: 'file', old_str: old, new_str: 'x' });
    expect(result.error).toMatchObject({ code: 'NO_MATCH', nearest: [{ startLine, differences: [kind] }] });
    const [refusal, heading, line] = result.text.split('\n');
    expect(refusal).toBe('Error: old_str was not found in file. It must match the file exactly, white space included');
    expect(heading).toMatch(/^Nearest: lines? \d/);
    expect(heading).toContain(`(difference: ${words})`);
    expect(line).toBe(`${String(startLine).padStart(6)}\t${SOURCE.split('\n')[startLine - 1]}`);
    expect(readFileSync(tree.path('file'), 'utf8')).toBe(SOURCE);
  });

  it('is answered after the exact first line in dialect claude-code', async () => {
    await using claude = await serve('claude-code', tree);
    const path = tree.path('source.ts');
    writeFileSync(path, SOURCE);
    await claude.call('Read', { file_path: path });
    const found = await claude.call('Edit', { file_path: path, old_string: 'Const message', new_string: 'x' });
    expect(found.text).toBe(
      `old_string not found in ${path}\nNearest: line 4 (difference: upper and lower case)\n     4\t\tconst message = "Hello, " + name;`,
    );
    const none = await claude.call('Edit', { file_path: path, old_string: 'zebra crossing', new_string: 'x' });
    expect(none.text).toBe(`old_string not found in ${path}`);
  });

  it('is answered with three places at most', async () => {
    writeFileSync(tree.path('file'), 'Foo(bar)\n'.repeat(5));
    const result = await server.call('str_replace', { path: 'file', old_str: 'foo(bar)', new_str: 'x' });
    const nearest = [1, 2, 3].map((startLine) => ({ startLine, differences: ['case'] }));
    expect(result.error).toMatchObject({ code: 'NO_MATCH', nearest });
    expect(result.text.match(/^Nearest: line [123] /gm)).toHaveLength(3);
  });

  it('says little of a large file with long lines', async () => {
    writeFileSync(tree.path('file'), `${'const word = 1; '.repeat(600_000)}\n`);
    const result = await server.call('str_replace', { path: 'file', old_str: 'const  word = 2;', new_str: 'x' });
    expect(result.error).toMatchObject({ code: 'NO_MATCH' });
    expect(JSON.stringify(result).length).toBeLessThan(16_000);
  });
});
