import { testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { createDenyMatcher } from './deny-matcher.ts';

const piece = fc.constantFrom(
  'a',
  'b',
  '.',
  '*',
  '?',
  '[ab]',
  '[^a]',
  '{a,b}',
  '{a,b/a}',
  '@(a|b)',
  '!(a)',
  '\\{',
  '\\}',
);
const segment = fc.oneof(
  { weight: 3, arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('')) },
  fc.constant('**'),
);
// Each brace has three readings, and a glob may have a thousand alternatives.
const MAX_BRACES = 6;
const glob = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((segments) => segments.join('/'))
  .filter((text) => (text.match(/(?<!\\)\{/g) ?? []).length <= MAX_BRACES);
const name = fc.stringMatching(/^[ab.{}]{1,3}$/).filter((text) => !/^\.+$/.test(text));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join('/')}`);

describe('createDenyMatcher', () => {
  it('misses nothing that picomatch matches, nor what lies below it', () => {
    const matcherOf = (pattern: string) => {
      const anywhere = pattern.startsWith('**') ? pattern : `**/${pattern}`;
      return picomatch([pattern, anywhere], { dot: true, nonegate: true });
    };
    fc.assert(
      fc.property(glob, path, (pattern, asked) => {
        // There, picomatch takes the group for an empty name, and so denies the directory above.
        fc.pre(!/\*\*\/[^/]*(?:!\(|\)\?)/.test(pattern));
        const names = asked.slice(1).split('/');
        const places = ['/', ...names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`)];
        const matches = matcherOf(pattern);
        const denies = createDenyMatcher([pattern], () => false);
        const isDenied = places.some((place) => matches(place));
        expect(denies(asked) || !isDenied).toBe(true);
      }),
      { numRuns: testRounds(100) },
    );
  }, 30_000);

  it('denies no directory above by a group that may be empty', () => {
    const denies = createDenyMatcher(['a/**/@(a|b)?'], () => false);
    expect(['/a', '/a/b', '/a/bc', '/a/x/b'].map((path) => denies(path))).toEqual([false, true, true, true]);
  });

  it('refuses a glob of more than a thousand alternatives, its braces as text counted', () => {
    const denies = () => createDenyMatcher(['{a,b}{a,b}{a,b/a}/{a,b/a}/{a,b}{a,b/a}/{a,b/a}'], () => false);
    expect(denies).toThrow('it has more than 1000 alternatives');
  });

  it('judges a path alike, whichever was judged before it', () => {
    const asked = fc.array(fc.oneof(path, fc.constant('/')), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(glob, asked, (pattern, paths) => {
        const denies = createDenyMatcher([pattern], () => false);
        const afresh = paths.map((each) => createDenyMatcher([pattern], () => false)(each));
        expect(paths.map((each) => denies(each))).toEqual(afresh);
      }),
      { numRuns: testRounds(100) },
    );
  }, 30_000);

  it('takes all compositions of a name for one where the file system folds names', () => {
    const letters = fc.constantFrom('e', 'É', 'ß', 'ᾳ', 'ΐ', '\u0301', '\u0323', '\u0345', '한');
    const names = fc.array(letters, { minLength: 1, maxLength: 5 }).map((parts) => `n${parts.join('')}`);
    const property = fc.property(names, (text) => {
      const denies = createDenyMatcher([text], () => true);
      const apart = text.normalize('NFD');
      for (const spelt of [apart, apart.toUpperCase(), apart.normalize('NFC')])
        expect(denies(`/w/${spelt}`)).toBe(true);
    });
    fc.assert(property);
  });

  it.each([
    ['{z,a/\\{b}', '/w/z'],
    ['{z,a/[{]b}', '/w/z'],
    ['{a/b,c}', '/w/c/below'],
    ['/', '/w'],
    ['**', '/w'],
    ['/{,w}', '/x'],
    ['**/.git/**', '/w/.git/config'],
    ['.env', '/w/deep/.env'],
    ['**/.ssh/id_*', '/w/two\nlines/.ssh/id_\n'],
    ['**/{.ssh,x}/id_*', '/w/two\nlines/.ssh/id_\n'],
    ['/w/app', '/w/app/x'],
  ])('%s denies %s', (pattern, asked) => {
    expect(createDenyMatcher([pattern], () => false)(asked)).toBe(true);
  });

  it.each([
    ['**/.env', '/w/.environment'],
    ['**/.git/**', '/w/.github/x'],
    ['/w/app/*', '/w/app'],
    ['a/b', '/w/b'],
  ])('%s leaves %s alone', (pattern, asked) => {
    expect(createDenyMatcher([pattern], () => false)(asked)).toBe(false);
  });
});
