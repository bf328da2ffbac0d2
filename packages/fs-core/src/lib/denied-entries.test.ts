import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openLocalVolume } from './local-volume.ts';

describe('deniedEntries', () => {
  it('names what exists of the denials, whatever led to it', async () => {
    await using tree = await openTree({
      'a/.env': 'x',
      'a/secret/deep/file': 'x',
      'a/.git/config': 'x',
      'a/sub/.git/config': 'x',
      'a/plain': 'x',
      'a/.env.link': { link: 'plain' },
      outside: 'x',
    });
    const volume = openLocalVolume({
      allow: [tree.path('a')],
      deny: ['**/.env', '**/secret', '**/.env.link', tree.path('outside')],
    });
    const { unwritable, unreadableFiles, unreadableDirectories } = volume.deniedEntries();
    const below = (paths: readonly string[]) => paths.filter((path) => path.startsWith(tree.root)).sort();
    expect(below(unwritable)).toEqual([tree.path('a/.git'), tree.path('a/sub/.git')]);
    expect(below(unreadableFiles)).toEqual([tree.path('a/.env'), tree.path('a/plain'), tree.path('outside')]);
    expect(below(unreadableDirectories)).toEqual([tree.path('a/secret')]);
  });
});
