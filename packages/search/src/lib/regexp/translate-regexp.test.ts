import { openLocalVolume } from '@dragoman/fs-core';
import { openTree, testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLines } from '../lines/find-lines.ts';
import { toRipgrepPattern } from './translate-regexp.ts';

describe('toRipgrepPattern', () => {
  it.each([
    ['look-ahead', 'foo(?=bar)'],
    ['look-behind', '(?<!foo)bar'],
    ['a back-reference', '(a)\\1'],
    ['a named back-reference', '(?<x>a)\\k<x>'],
    ['a boundary between non-words', '\\Bfoo'],
    ['a newline', 'a\\nb'],
    ['half a pair', '\\ud83d'],
    ['a quantifier that tears a pair apart', '😀+'],
    ['letters with cases in a class', '[à-ý]'],
    ['a class of nothing', '[]'],
    ['a class of everything', '[^]'],
    ['a digit that is no reference', '\\0'],
    ['repetitions that are too many', '(a{100}){100}'],
    ['a start after an end', '$^'],
    ['a boundary after an end', 'x$\\b'],
    ['a start after a group with an end', '(?:x|$)a*^'],
    ['a group with an end that follows itself', '(?:^$){2}'],
  ])('leaves %s to JavaScript', (_, source) => {
    expect(toRipgrepPattern(source)).toBeNull();
  });

  const lines = [
    'interface Foo {',
    '  foo(bar: string[]): void;',
    'FOO = "x" // TODO: ß é É ſ',
    '',
    '   ',
    'tab\there',
    'no-break\u00a0space',
    'a.b*c+d?e^f$g|h(i)j[k]l{m}n\\o/p-q_r',
    'été ÉTÉ Ärger 漢字 かな 😀!',
    'aab AAB a1b2 a{2} {2,3} }{ ][',
    '\u2028',
    'x',
    '9',
  ];

  const sources = [
    'foo',
    '^foo|foo$',
    'foo$|^interface|\\bTODO',
    '^$|^\\s+$|^\\(',
    '(?:string|;|$)\\s*(?:x)?$',
    'interface \\w+ {',
    'function\\s*\\(',
    '\\btodo\\b:?',
    'a\\.b\\*c',
    '\\S+\\s\\S',
    '\\d{1,2}|\\D$',
    '^\\s*$',
    '^$',
    '',
    '(?:a|b){2,}?',
    '(?<name>fo+)',
    '[a-c.\\]\\-]+',
    '[^a-z\\s]',
    '[\\w-]+/',
    '\\x46oo|\\u0066OO',
    'é|ä',
    '[漢-龥]字',
    '😀',
    'a{2}',
    'a{,2}',
    '}|]',
    '.\\t.',
    '^.$',
    '\\a\\/p\\-q\\_r',
  ];

  it.each(sources)('matches the same lines as %j does', async (source) => {
    await using tree = await openTree({ lf: lines.join('\n'), crlf: lines.join('\r\n') });
    const expected = fitting(lines, source);
    expect(await ripgrepped(tree.root, source)).toEqual({ lf: expected, crlf: expected });
  });

  it('matches the same lines as any expression that it translates', { timeout: 60_000 }, async () => {
    await using tree = await openTree({ lf: lines.join('\n'), crlf: lines.join('\r\n') });
    await fc.assert(
      fc.asyncProperty(pattern(), async (source) => {
        fc.pre(isRegExp(source) && toRipgrepPattern(source) !== null);
        const expected = fitting(lines, source);
        expect(await ripgrepped(tree.root, source)).toEqual({ lf: expected, crlf: expected });
      }),
      { numRuns: testRounds(30) },
    );
  });
});

function pattern(): fc.Arbitrary<string> {
  const atom = fc.constantFrom(
    ...['a', 'B', 'o', '1', ' ', '.', '\\.', '\\w', '\\W', '\\d', '\\D', '\\s', '\\S', '\\b', '^', '$', 'é', '漢'],
    ...['[a-f]', '[^a-f]', '[\\d.]', '[^\\S]', '[^\\W\\d]', '(?:', '(', ')', '|', '[', ']', '{', '}', '-', '/'],
  );
  const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}', '*?', '+?');
  return fc.array(fc.tuple(atom, quantifier), { maxLength: 6 }).map((parts) => parts.flat().join(''));
}

function isRegExp(source: string): boolean {
  try {
    RegExp(source);
    return true;
  } catch {
    return false;
  }
}

function fitting(lines: readonly string[], source: string): number[] {
  const regex = new RegExp(source, 'i');
  return lines.flatMap((line, index) => (regex.test(line) ? [index + 1] : []));
}

async function ripgrepped(root: string, source: string): Promise<Record<'lf' | 'crlf', number[]>> {
  const volume = openLocalVolume({ allow: [root] });
  using directory = await volume.open(root);
  const found = { lf: [] as number[], crlf: [] as number[] };
  const query = { result: 'lines', hidden: true, ignoreFiles: 'none', skip: new Set(''), maxLines: 100 } as const;
  const search = findLines(volume, directory, { ...query, pattern: toRipgrepPattern(source) ?? '' });
  for await (const batch of search) {
    for (const { path, lines } of batch) found[path as 'lf' | 'crlf'] = lines.map(({ number }) => number);
  }
  return found;
}
