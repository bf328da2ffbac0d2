import { testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDenyMatcher } from './deny-matcher.ts';

const denies = (glob: string, path: string): boolean => createDenyMatcher([glob], () => false)(path);

// What people call files, as they would type it.
const NEXT = [
  'app/(auth)/login/page.tsx',
  'app/[id]/page.tsx',
  'app/[...slug]/page.tsx',
  'app/[[...opt]]/page.tsx',
  'app/@modal/(.)photo/[id]/page.tsx',
  'app/(..)(..)photo',
  'app/(...)photo',
  'src/routes/+page.svelte',
  'src/routes/[[lang=locale]]/+layout@(app).ts',
  'app/routes/$user.$id.tsx',
  'app/routes/_auth+/sign-in.tsx',
  'Program Files (x86)/app/config.ini',
  'Copy of (1) report [final] {v2}.txt',
  'it\'s a "quoted" name',
  '!important/!(really)',
  'a|b/^caret/$cash/~tilde/`tick`/#hash/%percent/&and/=is/;semi/:colon/,comma',
  'back\\slash/tail\\',
  '***/**/*',
  '?(a)/*(b)/+(c)/@(d)/!(e)',
  '[!a]/[^b]/[]c]/[z-a]/[[:alpha:]]/[a',
  '{}/{,}/{a}/{1..3}/}{a,b/{c,d}}',
  '(a/(b/c)/d)',
  ' leading and trailing ',
];

describe.skipIf(process.platform === 'win32')('a path that is typed as a deny glob', () => {
  it.each(NEXT)('denies itself: %s', (path) => {
    expect(denies(`/w/${path}`, `/w/${path}`)).toBe(true);
    expect(denies(`/w/${path}`, `/w/${path}/below`)).toBe(true);
    expect(denies(path, `/w/deep/${path}`)).toBe(true);
    expect(denies(`**/${path}/**`, `/w/${path}`)).toBe(true);
    expect(denies(`**/${path}/**`, `/w/${path}/below`)).toBe(true);
  });

  const odd = fc.constantFrom(
    ...'()[]{},|!@+*?^$\\.- \'"~#ab1éß😀',
    '**',
    '(a)',
    '[a]',
    '{a}',
    '..',
    '@(',
    '[[:alpha:]]',
  );
  const name = fc
    .array(odd, { minLength: 1, maxLength: 8 })
    .map((pieces) => pieces.join(''))
    .filter((text) => !/^\.{1,2}$/.test(text));

  it('denies itself, whatever its names are, or is refused aloud', () => {
    const isDenied = (glob: string, path: string): boolean => {
      try {
        return denies(glob, path);
      } catch (error) {
        expect(error).toMatchObject({ details: { reason: expect.stringMatching(/brace is not closed|more than/) } });
        return true;
      }
    };
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), name, (names, below) => {
        const path = names.join('/');
        for (const glob of [`/w/${path}`, path, `**/${path}`, `**/${path}/**`]) {
          expect(isDenied(glob, `/w/${path}`)).toBe(true);
          expect(isDenied(glob, `/w/${path}/${below}`)).toBe(true);
        }
      }),
      { numRuns: 2 * testRounds(100) },
    );
  }, 30_000);
});

describe('a deny glob', () => {
  it.each([
    ['**/(auth)/**', '/w/auth/x'],
    ['**/(a|b)', '/w/a'],
    ['/w/(a)+', '/w/aa'],
    ['/w/a+', '/w/aa'],
    ['/w/[id].ts', '/w/x.ts'],
    ['/w/"a"', '/w/a'],
    ['/w/a$', '/w/a'],
    ['/w/^a', '/w/a'],
    ['/w/!(keep)', '/w/keep'],
    ['/w/!(keep).key', '/w/keep.key'],
    ['/w/{a,b}', '/w/a,b'],
    ['/w/{1..3}', '/w/4'],
    ['/w/a.b', '/w/axb'],
    ['/w/**.key', '/w/below/a.key'],
    ['/!(w)', '/w'],
  ])('%s leaves %s alone', (glob, path) => {
    expect(denies(glob, path)).toBe(false);
  });

  it.each([
    ['**/*.{key,pem}', '/w/a/b.pem'],
    ['/w/[id]/*.key', '/w/[id]/a.key'],
    ['/w/[id]/*.key', '/w/d/a.key'],
    ['/w/{a}', '/w/a'],
    ['/w/{01..10}', '/w/07'],
    ['/w/@(a|b).key', '/w/b.key'],
    ['/w/+(ab)', '/w/abab'],
    ['/w/!(keep)', '/w/other'],
    ['/w/!(keep).key', '/w/keep.pem.key'],
    ['/w/[[:digit:]]', '/w/5'],
    ['/w/[!a]', '/w/b'],
    ['/w/?', '/w/😀'],
    ['/w/\\[id\\]', '/w/[id]'],
    ['**.pem', '/w/a/b.pem'],
    ['./secrets/', '/w/secrets/x'],
    ['/w//a/./b', '/w/a/b'],
    ['/w/x/../b', '/w/b'],
    ['{/w/a,b}', '/elsewhere/b'],
    ['/w/a**b', '/w/axxb'],
  ])('%s denies %s', (glob, path) => {
    expect(denies(glob, path)).toBe(true);
  });

  it('is refused where it has more groups than can be matched', () => {
    expect(() => denies('@(a)'.repeat(9), '/w/a')).toThrow('more than 8 groups');
  });
});
