import { describe, expect, it } from 'vitest';
import { parseIgnoreRules } from './ignore-rules.ts';

const parse = (rules: string) => parseIgnoreRules(rules, (name) => Buffer.from(name).toString('latin1'));

/** The verdict of rules on a path, which ends in a slash for a directory. */
function verdict(rules: string, path: string) {
  const parsed = parse(rules);
  if (parsed === null) throw new TypeError('Too many rules');
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

  it('gives up on a file with more wildcards than a search can afford', () => {
    const wildcards = (count: number) => Array.from({ length: count }, (_, at) => `*.${at}\n`).join('');
    expect(verdict(wildcards(2_000), 'a.1999')).toBe('excluded');
    expect(parse(wildcards(2_001))).toBe(null);
  });
});
