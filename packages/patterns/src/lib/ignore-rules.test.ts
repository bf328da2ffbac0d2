import { testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIgnoreRules } from './ignore-rules.ts';

const parse = (rules: string) => parseIgnoreRules(rules, (name) => Buffer.from(name).toString('latin1'));

/** The verdict of rules on a path, which ends in a slash for a directory. */
function verdict(rules: string, path: string) {
  const parsed = parse(rules);
  const names = path.replace(/\/$/, '').split('/');
  const state = names.slice(0, -1).reduce((at, name) => parsed.enter(at, name), parsed.start);
  return parsed.judge(state, names.at(-1) ?? '', path.endsWith('/'));
}

describe('parseIgnoreRules', () => {
  it('goes by the last rule that matches, whatever its kind', () => {
    expect(verdict('a\n!a\n', 'a')).toBe('included');
    expect(verdict('!a\na\n', 'a')).toBe('excluded');
    expect(verdict('*.log\n!keep.log\n', 'keep.log')).toBe('included');
    expect(verdict('!keep.log\n*.log\n', 'keep.log')).toBe('excluded');
    expect(verdict('*.log\n!/d/*.log\n', 'd/a.log')).toBe('included');
    expect(verdict('a/\n', 'a')).toBe(null);
    expect(verdict('a/\n', 'a/')).toBe('excluded');
  });

  it('skips malformed rules, and applies the others', () => {
    const rules = ['[a', 'd/[a', 'd/\\', `${'x/'.repeat(200)}y`, '#a', '', '/', 'b'].join('\n');
    expect(verdict(rules, '[a')).toBe(null);
    expect(verdict(rules, 'd/[a')).toBe(null);
    expect(verdict(rules, '#a')).toBe(null);
    expect(verdict(rules, 'b')).toBe('excluded');
  });

  it('drops trailing spaces, except one that a backslash escapes', () => {
    expect(verdict('a  \n', 'a')).toBe('excluded');
    expect(verdict('a\\ \n', 'a ')).toBe('excluded');
    expect(verdict('a\\ \n', 'a')).toBe(null);
  });

  it('judges alike, however many rules there are', () => {
    const many = (rule: (index: number) => string) => Array.from({ length: 30_000 }, (_, at) => rule(at)).join('\n');
    expect(
      verdict(
        many((at) => `*.${at}`),
        'a.29999',
      ),
    ).toBe('excluded');
    expect(
      verdict(
        many((at) => `${at}*`),
        '17x',
      ),
    ).toBe('excluded');
    expect(
      verdict(
        many((at) => `name-${at}`),
        'name-12345',
      ),
    ).toBe('excluded');
    expect(
      verdict(
        many((at) => `name-${at}`),
        'name-30000',
      ),
    ).toBe(null);
    expect(
      verdict(
        many((at) => `out/name-${at}.js`),
        'out/name-777.js',
      ),
    ).toBe('excluded');
    expect(
      verdict(
        many((at) => `out/name-${at}.js`),
        'name-777.js',
      ),
    ).toBe(null);
    expect(verdict(`${many((at) => `**/x/${at}?`)}\n!**/x/5?`, 'a/b/x/c/x/77')).toBe('excluded');
    expect(verdict(`${many((at) => `**/x/${at}?`)}\n!**/x/5?`, 'a/b/x/c/x/57')).toBe('included');
    expect(verdict(`*.5\n${many((at) => `!*.${at}`)}\n!*.5\n*.5`, 'a.5')).toBe('excluded');
  });

  it('judges alike with many rules as with each of them alone', () => {
    const piece = fc.constantFrom('a', 'b', '*', '?', '[ab]', '[!a]', '**', '\\a', '\\*', ']', '[', 'ab');
    const segment = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
    const segments = fc.array(segment, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
    const rule = fc.tuple(fc.constantFrom('', '!'), segments, fc.constantFrom('', '/')).map((parts) => parts.join(''));
    const name = fc.stringMatching(/^[ab*\]]{1,4}$/);
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
    const property = fc.property(fc.array(rule, { minLength: 20, maxLength: 40 }), path, (rules, asked) => {
      const alone = rules.map((each) => verdict(each, asked)).findLast((each) => each !== null) ?? null;
      expect(verdict(rules.join('\n'), asked)).toBe(alone);
    });
    fc.assert(property, { numRuns: testRounds(100) });
  });

  it('takes a pattern as git takes it, however hard it is to match', () => {
    const stars = `${'*a'.repeat(100)}*b`;
    expect(verdict(stars, 'a'.repeat(250))).toBe(null);
    expect(verdict(stars, `${'a'.repeat(250)}b`)).toBe('excluded');
    expect(verdict('a*b?d*e', 'a-bcd-bxd-e')).toBe('excluded');
    expect(verdict('*ab*ab', 'ab')).toBe(null);
    expect(verdict('*?ab', 'abab')).toBe('excluded');
    expect(verdict('a*a', 'a')).toBe(null);
    expect(verdict('[a]'.repeat(100_000), 'a')).toBe(null);
  });

  it('tells that wildcards which may stand anywhere cost most', () => {
    const rules = ['name', 'name*', '*.py[cod]', '*names*', '*n??e*', `*${'?'.repeat(60)}[b-c]*x`];
    const costs = rules.map((rule) => parse(rule).cost);
    expect(costs).toEqual(costs.toSorted((one, other) => one - other));
    expect(new Set(costs).size).toBe(costs.length);
    expect(parse(rules.join('\n')).cost).toBe(costs.reduce((sum, cost) => sum + cost, 0));
    expect(parse(`[*]?${'?'.repeat(60)}*`).cost).toBeGreaterThan(10_000);
  });
});
