import { testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { MalformedGlobError } from './malformed-glob-error.ts';
import type { State } from './path-automaton.ts';
import { compilePathPattern, type PathPatternOptions } from './path-pattern.ts';

const plain: PathPatternOptions = { dot: true, ignoreCase: false };

function fits(pattern: string, path: string, options: Partial<PathPatternOptions> = {}): boolean {
  const compiled = compilePathPattern(pattern, { ...plain, ...options });
  const names = path.split('/');
  const name = names.pop() ?? '';
  let state: State | null = compiled.start;
  for (const parent of names) state = state === null ? null : compiled.enter(state, parent);
  return state !== null && compiled.matches(state, name, false);
}

describe('compilePathPattern', () => {
  it.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'deep/down/a.ts', true],
    ['*.ts', 'a.tsx', false],
    ['./*.ts', 'deep/a.ts', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/b/c/a.ts', true],
    ['**/test/**', 'a/test/b/c', true],
    ['a/**/b/**/c', 'a/x/b/y/z/c', true],
    ['a/**/b/**/c', 'a/b/c', true],
    ['a/**/b/**/c', 'a/c', false],
    ['file.{ts,js}', 'file.js', true],
    ['{src,test}/**/*.{ts,tsx}', 'test/a/b.tsx', true],
    ['file{1..3}.txt', 'file2.txt', true],
    ['file{08..11}.txt', 'file09.txt', true],
    ['{a}', '{a}', true],
    ['{a}{b,c}.ts', '{a}c.ts', true],
    ['[a-c].md', 'b.md', true],
    ['[!a-c].md', 'b.md', false],
    ['[[:digit:]].md', '7.md', true],
    ['[]]', ']', true],
    ['?.md', '🦊.md', true],
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['!*.ts', 'a.js', true],
    ['!*.ts', 'a.ts', false],
    ['!!*.ts', 'a.ts', true],
    ['@(a|b).md', 'b.md', true],
    ['!(a|b).md', 'c.md', true],
    ['!(a|b).md', 'a.md', false],
    ['+(ab).md', 'ababab.md', true],
    ['*(ab).md', '.md', true],
    ['?(ab)c.md', 'c.md', true],
    ['app/(group)/page.tsx', 'app/(group)/page.tsx', true],
    ['*.TS', 'a.ts', false],
    ['file{3..1}.txt', 'file2.txt', true],
    ['{c..a}.ts', 'b.ts', true],
    ['[\\]].md', '].md', true],
    ['@(a\\||b).md', 'a|.md', true],
    ['@(a\\)|b).md', 'a).md', true],
    ['@([|)]|b).md', ').md', true],
    ['@([|)]|b).md', 'b.md', true],
    ['**/(auth)/**', 'app/(auth)/page.tsx', true],
    ['**/(auth)/**', 'app/auth/page.tsx', false],
    ['app/(a|b)/*', 'app/(a|b)/x', true],
    ['app/(a|b)/*', 'app/a/x', false],
    ['**/@modal/(.)photo', 'app/@modal/(.)photo', true],
    ['Program Files (x86)/*', 'Program Files (x86)/x', true],
    ['{[{],b}.md', '{.md', true],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(fits(pattern, path)).toBe(expected);
  });

  it('folds case where it is asked to', () => {
    expect(fits('SRC/[A-C]*.ts', 'src/Bee.TS', { ignoreCase: true })).toBe(true);
  });

  it('leaves hidden names to patterns that name the dot', () => {
    const hidden = { dot: false };
    expect(fits('**/*', '.github/a.yml', hidden)).toBe(false);
    expect(fits('*', '.env', hidden)).toBe(false);
    expect(fits('.github/*', '.github/a.yml', hidden)).toBe(true);
    expect(fits('**/.env*', 'a/.env.local', hidden)).toBe(true);
    expect(fits('@(.env|x)', '.env', hidden)).toBe(true);
    expect(fits('!(x)', '.env', hidden)).toBe(false);
    expect(fits('!*.ts', '.env', hidden)).toBe(false);
    expect(fits('!*.ts', '.git/a.js', hidden)).toBe(false);
    expect(fits('!*.ts', 'src/a.js', hidden)).toBe(true);
  });

  it.each(['', '[', 'a[b', '{a,b', '[z-a]', '@(a', '+(a+(b))', 'a/*/../b', '/', 'a\\', '[[:nope:]]', '{1..2000}'])(
    'refuses %j',
    (pattern) => {
      expect(() => compilePathPattern(pattern, plain)).toThrow(MalformedGlobError);
    },
  );

  it.each([
    '*'.repeat(4_000),
    'a/'.repeat(2_000),
    `${'*a'.repeat(2_000)}b`,
    `${'**/a/'.repeat(40)}b`,
    '{a,b}'.repeat(800),
    '{a,a}'.repeat(9),
    '{'.repeat(4_000),
    '{a,'.repeat(1_000) + '}'.repeat(1_000),
    '+(a|aa)'.repeat(400),
    '!(a|aa)'.repeat(400),
    '!('.repeat(1_000) + ')'.repeat(1_000),
    'x'.repeat(1_000_000),
    '[!'.repeat(2_000),
    `${'[:'.repeat(2_000)}${'{a,b}'.repeat(9)}`,
  ])('ends soon whatever is asked (%#)', (pattern) => {
    const path = `${`${'a'.repeat(200)}/`.repeat(10)}${'a'.repeat(255)}`;
    let answer: unknown;
    try {
      answer = fits(pattern, path);
    } catch (error) {
      answer = error;
    }
    expect(typeof answer === 'boolean' || answer instanceof MalformedGlobError).toBe(true);
  });

  it('agrees with picomatch', () => {
    const name = fc.stringMatching(/^[ab.]{1,4}$/).filter((text) => !/^\.+$/.test(text));
    const piece = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('a', 'b', '.', 'ab') },
      fc.constantFrom('*', '?', '[ab]', '[^a]', '{a,b}', '{ab,.a}'),
    );
    const segment = fc.oneof(
      { weight: 3, arbitrary: fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')) },
      fc.constant('**'),
    );
    // Here picomatch differs from a shell: "**" beside other text, runs of dots, `a/**` for a file `a`, `[!a]`.
    const odd = /\*\*[^/]|[^/]\*\*|\.\.|(?:^|\/)\.(?:\/|$)|\/\*\*$/;
    const pattern = fc
      .array(segment, { minLength: 2, maxLength: 4 })
      .map((segments) => segments.join('/'))
      .filter((text) => !odd.test(text));
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
    fc.assert(
      fc.property(pattern, path, (glob, file) => {
        expect(fits(glob, file)).toBe(picomatch.isMatch(file, glob, { dot: true }));
      }),
      { numRuns: 6 * testRounds(100) },
    );
  });
});
