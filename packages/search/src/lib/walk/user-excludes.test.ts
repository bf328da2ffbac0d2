import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { excludesVariables, readUserExcludes } from './user-excludes.ts';

describe('readUserExcludes', () => {
  it('finds the file where git looks for it', async () => {
    await using tree = await openTree({
      'plain/.config/git/ignore': 'plain',
      'xdg/git/ignore': 'xdg',
      'named/.gitconfig': '[user]\n\tname = x\n[core]\n\teditor = vi\n\texcludesFile = ~/mine\n[alias]\n',
      'named/mine': 'named',
      'named/.config/git/ignore': 'not this',
      'quoted/.config/git/config': '[core]\nexcludesfile = "~/my own"\n',
      'quoted/my own': 'quoted',
    });
    const excludes = (environment: Record<string, string>) => readUserExcludes(environment)(null)?.toString() ?? null;
    expect(excludes({ HOME: tree.path('plain') })).toBe('plain');
    expect(excludes({ HOME: tree.path('plain'), XDG_CONFIG_HOME: tree.path('xdg') })).toBe('xdg');
    expect(excludes({ HOME: tree.path('named') })).toBe('named');
    expect(excludes({ HOME: tree.path('quoted') })).toBe('quoted');
    expect(excludes({ HOME: tree.path('nowhere') })).toBe(null);
    expect(excludes({})).toBe(null);
  });

  it('needs a few variables, and no secret among the others', () => {
    const variables = { HOME: '/home', XDG_CONFIG_HOME: '/config', USERPROFILE: '/profile' };
    expect(excludesVariables({ ...variables, TOKEN: 'secret' })).toEqual(variables);
  });

  it('reads nothing but regular files', async () => {
    await using tree = await openTree({ '.gitconfig': { link: '/dev/zero' }, '.config/git/ignore/x': '' });
    expect(readUserExcludes({ HOME: tree.root })(null)).toBe(null);
  });
});
