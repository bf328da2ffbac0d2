import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { presentDirectories } from './present-directories.ts';

describe('presentDirectories', () => {
  it('passes over what is missing beside others', async () => {
    await using tree = await openTree({ one: null, 'release-1': null, abc: null });
    const one = tree.path('one');
    for (const name of ['gone', 'release-2', 'abd', 'one/deep/er'])
      expect(presentDirectories([tree.path(name), one])).toEqual({ allow: [one], passedOver: [tree.path(name)] });
    const twice = [tree.path('abc'), tree.path('abcd')];
    expect(presentDirectories(twice), 'what is named is no slip').toEqual({
      allow: twice.slice(0, 1),
      passedOver: twice.slice(1),
    });
  });

  it('leaves a list of which nothing is there, and none at all', async () => {
    await using tree = await openTree();
    const gone = [tree.path('one'), tree.path('two')];
    expect(presentDirectories(gone)).toEqual({ allow: gone, passedOver: [] });
    expect(presentDirectories([])).toEqual({ allow: [], passedOver: [] });
    expect(presentDirectories(null)).toEqual({ allow: null, passedOver: [] });
  });

  it.each(['porject', 'projects', 'prject'])('refuses a slip of the keyboard: %s', async (name) => {
    await using tree = await openTree({ one: null, project: null });
    expect(() => presentDirectories([tree.path('one'), tree.path(name)], 'DRAGOMAN_ALLOW_DIR')).toThrow(
      `DRAGOMAN_ALLOW_DIR: Cannot use "${tree.path(name)}": no such directory; did you mean "${tree.path('project')}"?`,
    );
  });
});
