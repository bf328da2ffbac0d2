import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { denyGlobs, idleDenyGlobs } from './deny-globs.ts';
import { createDenyMatcher } from './deny-matcher.ts';

const denies = (glob: string, path: string): boolean => createDenyMatcher(denyGlobs([glob]), () => false)(path);

describe.skipIf(process.platform === 'win32')('denyGlobs', () => {
  it('holds where a link leads, on the way and at a name that looks like a class', async () => {
    await using tree = await openTree({ 'real/x': '', link: { link: 'real' }, '[id]': { link: 'real' } });
    for (const name of ['link', '[id]', 'l*nk'.replace('*', 'i')]) {
      expect(denies(`${tree.root}/${name}/x`, tree.path('real/x'))).toBe(true);
      expect(denies(`${tree.root}/${name}`, tree.path('real/x'))).toBe(true);
    }
  });

  it.each(['..', '../x', 'a/../../x', '.', './', '{.,./}', '{../a,b}', 'a\0b', ''])('refuses %j', (glob) => {
    const details = { problem: 'glob', pattern: glob, reason: expect.stringMatching(/nothing/) };
    const error = { code: 'INVALID_PATTERN', details };
    expect(() => denyGlobs([glob])).toThrow(expect.objectContaining(error));
  });

  it.each(['/', '/..', './a', 'a/..b', '...', '{,a}', '/w/../x'])('takes %j', (glob) => {
    expect(denyGlobs([glob])).toContain(glob);
  });
});

describe.skipIf(process.platform === 'win32')('idleDenyGlobs', () => {
  it('tells which absolute globs begin with what does not exist', async () => {
    await using tree = await openTree({ 'here/(a)/x': '', file: '', dangling: { link: 'nowhere' } });
    const idle = (glob: string) => idleDenyGlobs([tree.path(glob)]).map(({ missing }) => missing);
    expect(idle('gone')).toEqual([tree.path('gone')]);
    expect(idle('gone/*.key')).toEqual([tree.path('gone')]);
    expect(idle('here/(b)/[id]/x')).toEqual([tree.path('here/(b)')]);
    expect(idle('file/below')).toEqual([tree.path('file/below')]);
    for (const glob of ['here', 'here/(a)/**', 'here/*.key', 'go*', 'here/[id]', 'dangling'])
      expect(idle(glob)).toEqual([]);
    expect(idleDenyGlobs(['gone', '**/gone/**'])).toEqual([]);
  });
});
