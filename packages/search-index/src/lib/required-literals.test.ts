import { execFileSync } from 'node:child_process';
import { openTree, testRounds } from '@dragoman/testing';
import { rgPath } from '@vscode/ripgrep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requiredLiterals } from '../../../search/src/lib/ripgrep/required-literals.ts';
import { ripgrepArguments } from '../../../search/src/lib/ripgrep/ripgrep-arguments.ts';
import { createBlockWriter, MOST_GRAMS } from './gram-blocks.ts';
import { eachColumn, matchingColumns } from './gram-index.ts';
import { createGramSet } from './grams.ts';

const words = (pattern: string, given: { ignoreCase?: boolean; literal?: boolean } = {}): unknown =>
  flat(requiredLiterals({ pattern, result: 'lines', hidden: true, ...given }));

/** A requirement as a text: `&` for all of, `|` for any of. */
function flat(required: ReturnType<typeof requiredLiterals>): string | null {
  if (required === null) return null;
  if (required.kind === 'text') return required.text;
  const parts = required.of.map((part) => (part.kind === 'text' ? part.text : `(${flat(part)})`));
  return parts.join(required.kind === 'all' ? ' & ' : ' | ');
}

describe('requiredLiterals', () => {
  it.each([
    ['needle', 'needle'],
    ['NeeDle', 'needle'],
    ['need.le', 'need'],
    ['alpha.*beta', 'alpha & beta'],
    ['ab[12]c', 'ab1c | ab2c'],
    ['(foo|bar)baz', 'foobaz | barbaz'],
    ['foo|ba', null],
    ['foo|', null],
    ['(foo|)bar', 'foobar | bar'],
    ['abc+def', 'abc & cdef'],
    ['abc*def', 'def'],
    ['abcd?efg', 'abc & efg'],
    ['a{0}bcd', 'bcd'],
    ['(abc){2}', 'abc & abc'],
    ['(?:abc)', 'abc'],
    ['(?P<name>abc)(?<other>def)', 'abcdef'],
    ['^abc$', 'abc'],
    ['\\babc\\b', 'abc'],
    ['a\\.b\\(c', 'a.b(c'],
    ['tab\\there', 'tab\there'],
    ['\\d+abc\\w', 'abc'],
    ['[a-z]abc[^x]', 'abc'],
    ['ab[]', null],
    ['x*', null],
    ['', null],
    ['ab', null],
    ['fünf', Buffer.from('fünf').toString('latin1')],
  ])('knows what %s requires', (pattern, required) => {
    expect(words(pattern)).toBe(required);
  });

  it.each([
    ...[
      '(?i)needle',
      'need(?i)le',
      '(?x)need le',
      '[]a]needle',
      'needle\\Q.\\E',
      '\\Qneedle\\E',
      'needle\\x41',
      'needle\\n',
    ],
    ...[
      'needle\\p{L}',
      '(?=needle)',
      '(?<!x)needle',
      '(needle)\\1',
      '[[:alpha:]]needle',
      '[a&&b]needle',
      '[a--b]needle',
    ],
    ...[
      '[a~~b]needle',
      'needle\\<',
      'needle{,3}',
      'needle{x}',
      'needle++',
      'needle**',
      '*needle',
      '(needle',
      'needle)',
    ],
    ...[
      '(*UTF)needle',
      'need\nle',
      'need\rle',
      'need\0le',
      'needle\ud800',
      '\\Kneedle',
      'need\\1le',
      '(?#x)needle',
      '[\\b]needle',
    ],
    ...[
      '[^]]needle',
      '[a-\\d]needle',
      'needle\\',
      '[needle',
      '('.repeat(60),
      'needle{30}',
      '((needle{3}){3})',
      `${'x'.repeat(2_000)}.`,
    ],
  ])('requires nothing of a pattern with a token that it does not know: %j', (pattern) => {
    expect(words(pattern)).toBeNull();
  });

  it('takes other characters than those of ASCII for anything if case is ignored', () => {
    expect(words('Straße nach', { ignoreCase: true })).toBe('stra & e nach');
    expect(words('needle\uFFFDhay')).toBe('needle & hay');
    expect(words('K.ſ(x', { literal: true, ignoreCase: true })).toBeNull();
    expect(words('foo.(x', { literal: true })).toBe('foo.(x');
  });
});

const TEXTS = [
  ...[
    'needle',
    'Needle in a HAYSTACK',
    'kelvin K and long ſ here',
    'a{0}b literally',
    'tab\there, (paren) [x]',
    'ab1c',
    'ab2c',
  ],
  ...[
    'abcabc abcd',
    'foobaz',
    'foo bar baz',
    'über Straße',
    'a needle, a needle',
    'x42 = y_7;',
    'xxxxxxxx',
    'a.b(c',
    '-- && ~~',
  ],
  ...[
    'end\nbegin',
    'STRASSE',
    'K',
    'task KISS',
    'haystack\tneedle',
    'ab3c abbbc',
    'the quick brown fox',
    '\u{1F98A} fox',
    'ΣΊΣΥΦΟΣ',
  ],
];

const atom = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.constantFrom(...TEXTS), fc.nat(30), fc.integer({ min: 1, max: 6 }))
      .map(([text, at, length]) =>
        Array.from(text)
          .slice(at % text.length)
          .slice(0, length)
          .map((character) => character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&'))
          .join(''),
      ),
  },
  fc.constantFrom(
    '.',
    '\\d',
    '\\w',
    '\\s',
    '\\D',
    '\\W',
    '\\S',
    '\\b',
    '\\B',
    '^',
    '$',
    '\\t',
    '\\.',
    '[ab]',
    '[12]',
    '[a-c]',
    '[^a]',
  ),
  fc.constantFrom(
    '[\\d_]',
    '[k]',
    '[ſs]',
    '[]a]',
    '[[:alpha:]]',
    '(?i)',
    '(?-i)',
    '\\x6e',
    '\\p{L}',
    '\\n',
    '(?=n)',
    '\\Qa\\E',
    '\\<',
    '{',
    '\\_',
  ),
);
const quantifier = fc.constantFrom(
  '',
  '',
  '',
  '',
  '*',
  '+',
  '?',
  '*?',
  '+?',
  '??',
  '{0}',
  '{1}',
  '{2}',
  '{0,2}',
  '{1,}',
  '{2,3}?',
  '++',
  '{,2}',
);
const piece = fc.tuple(atom, quantifier).map((parts) => parts.join(''));
const sequence = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const group = fc
  .tuple(
    fc.constantFrom('(', '(?:', '(?P<n>', '(?<m>', '(?i:'),
    fc.array(sequence, { minLength: 1, maxLength: 3 }),
    quantifier,
  )
  .map(([open, branches, times]) => `${open}${branches.join('|')})${times}`);
const pattern = fc
  .array(fc.oneof(sequence, group), { minLength: 1, maxLength: 3 })
  .chain((parts) => fc.constantFrom(parts.join(''), parts.join('|')));

/** The index of files, each of a line or two, in memory. */
function indexOf(files: readonly Uint8Array[]) {
  const segment: Uint8Array[] = [];
  let size = 0;
  const writer = createBlockWriter((bytes) => {
    segment.push(Uint8Array.from(bytes));
    size += bytes.length;
    return size - bytes.length;
  });
  const grams = createGramSet(MOST_GRAMS);
  for (const [file, bytes] of files.entries()) {
    grams.fill(bytes);
    writer.add(file, grams);
  }
  const { blocks, columns } = writer.finish();
  const bytes = Buffer.concat(segment);
  const read = (target: Uint8Array, position: number) => bytes.copy(target, 0, position, position + target.length);
  return {
    bytes,
    candidates(required: NonNullable<ReturnType<typeof requiredLiterals>>): Set<number> {
      const found = new Set<number>();
      for (const block of blocks) {
        const bits = matchingColumns(block, required, read);
        eachColumn(block, bits, (column) => found.add(columns[block.firstColumn + column] as number));
      }
      return found;
    },
  };
}

const FOLDING = /[\u017f\u212a]/;

describe('the files that an index names', () => {
  const files = TEXTS.map((text) => Buffer.from(`${text}\n`));

  /** The files that ripgrep finds, and the index does not name. */
  function missed(
    root: string,
    index: ReturnType<typeof indexOf>,
    query: Parameters<typeof requiredLiterals>[0],
  ): string[] {
    const required = requiredLiterals(query);
    if (required === null) return [];
    const args = ripgrepArguments({ ...query, result: 'counts' }, { paths: ['./'], isSmall: true, leaveOut: [] });
    let output = '';
    try {
      output = execFileSync(rgPath, args, { cwd: root, encoding: 'latin1', stdio: ['ignore', 'pipe', 'ignore'] });
    } catch (error) {
      output = (error as { stdout: string }).stdout;
    }
    const found = output
      .split('\n')
      .filter(Boolean)
      .map((line) => Number(/^\.\/(\d+)/.exec(line)?.[1]));
    const candidates = index.candidates(required);
    const isNamed = (file: number) => candidates.has(file) || (query.ignoreCase && FOLDING.test(TEXTS[file] ?? ''));
    return found.filter((file) => !isNamed(file)).map((file) => `${file} ${TEXTS[file]}`);
  }

  it('are all in which ripgrep finds something', { timeout: 3_600_000 }, async () => {
    await using tree = await openTree(Object.fromEntries(files.map((bytes, file) => [`${file}`, bytes])));
    const index = indexOf(files);
    let planned = 0;
    const flags = fc.record({
      ignoreCase: fc.boolean(),
      literal: fc.constantFrom(false, false, false, true),
      multiline: fc.boolean(),
    });
    const property = fc.property(pattern, flags, (sought, given) => {
      const query = { pattern: sought, result: 'counts', hidden: true, ...given } as const;
      if (requiredLiterals(query) !== null) planned += 1;
      expect(missed(tree.root, index, query)).toEqual([]);
    });
    const numRuns = testRounds(150);
    fc.assert(property, { numRuns });
    expect(planned).toBeGreaterThan(numRuns / 5);
  });

  it('lack one as soon as a bit of the index is lost', async () => {
    await using tree = await openTree(Object.fromEntries(files.map((bytes, file) => [`${file}`, bytes])));
    const index = indexOf(files);
    index.bytes.fill(0);
    const query = { pattern: 'needle', result: 'counts', hidden: true } as const;
    expect(missed(tree.root, index, query)).toHaveLength(3);
  });
});

describe('eachColumn', () => {
  it('passes over bits that belong to no file', () => {
    const found: number[] = [];
    eachColumn(
      { rows: 64, width: 2, offset: 0, firstColumn: 0, columns: 11 },
      Uint8Array.of(0b1000_0001, 0xff),
      (column) => found.push(column),
    );
    expect(found).toEqual([0, 7, 8, 9, 10]);
  });
});

describe('a gram set', () => {
  it('says if a file has more grams than it takes', () => {
    const grams = createGramSet(50);
    expect(grams.fill(Buffer.from('abcdefghijklmnopqrstuvwxyz'))).toBe(true);
    const { count } = grams;
    expect(count).toBe(24 + 22);
    expect(grams.fill(Buffer.from('abcdefghijklmnopqrstuvwxyz0123456789'))).toBe(false);
    expect(grams.fill(Buffer.from('abcdefghijklmnopqrstuvwxyz'))).toBe(true);
    expect(grams.count).toBe(count);
    expect(grams.fill(Buffer.from('abababab'))).toBe(true);
    expect(grams.count).toBe(4);
  });
});
