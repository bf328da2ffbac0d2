import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { openTree, passTick } from '@dragoman/testing';
import { describe, expect, it, vi } from 'vitest';
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
    const inTrees = volume.deniedEntries('trees');
    expect(below(inTrees.unreadableFiles)).toEqual([tree.path('a/.env'), tree.path('a/plain')]);
    expect(inTrees.unreadableDirectories).toEqual([tree.path('a/secret')]);
  });

  it('looks for what globs name outside of the trees, also where that lies deep', async () => {
    await using tree = await openTree({
      a: null,
      'out/one/two/.mozilla/firefox/x.default/logins.json': '',
      'out/.config/sops/age/keys.txt': '',
      'out/one/two/three/.pgpass': '',
    });
    const volume = openLocalVolume({ allow: [tree.path('a')], deny: [tree.path('out/*.none')] });
    const { unreadableFiles } = volume.deniedEntries();
    expect(unreadableFiles.filter((path) => path.startsWith(tree.root)).sort()).toEqual([
      tree.path('out/.config/sops/age/keys.txt'),
      tree.path('out/one/two/.mozilla/firefox/x.default/logins.json'),
    ]);
  });

  it('takes for unwritable what a link of an unwritable name leads to, and not all in a root that it leads to', async () => {
    await using tree = await openTree({
      'a/plain': '',
      'a/up/.git': { link: '..' },
      'a/up/x.git': { link: '../real' },
      'a/real/hooks/pre-commit': '',
      'a/real/secret': '',
    });
    const volume = openLocalVolume({ allow: [tree.path('a')], deny: ['x.git/secret'] });
    const { unwritable, unreadableFiles } = volume.deniedEntries('trees');
    expect(unwritable).toEqual([tree.path('a/real/hooks')]);
    expect(unreadableFiles).toEqual([tree.path('a/real/secret')]);
  });

  it('names directories that must keep their names, and repositories', async () => {
    await using tree = await openTree({
      'a/x/conf/prod.json': '',
      'a/lib/.env': '',
      'a/lib/.git/config': '',
      'a/empty/.aws': null,
      'a/deep/down/root/file': '',
      'a/bare/HEAD': '',
      'a/bare/objects': null,
      'a/bare/refs': null,
      'a/linked/.git': { link: '../bare' },
      'a/no/HEAD': '',
      'a/no/refs': null,
    });
    const allow = [tree.path('a'), tree.path('a/deep/down/root')];
    const volume = openLocalVolume({ allow, deny: ['conf/prod.json', '**/.env'] });
    const { fixedDirectories, repositories, unwritable } = volume.deniedEntries();
    expect(fixedDirectories).toEqual(
      ['deep', 'deep/down', 'empty/.aws', 'lib', 'linked', 'x', 'x/conf'].map((name) => tree.path('a', name)),
    );
    expect(new Set(repositories)).toEqual(new Set(['bare', 'linked/.git'].map((name) => tree.path('a', name))));
    expect(unwritable).toEqual(['bare', 'lib/.git'].map((name) => tree.path('a', name)));
  });

  it('sees what changed since the last look', async () => {
    await using tree = await openTree({ 'a/one/plain': 'x', 'a/two/.env': 'x', 'a/three/deep/plain': 'x' });
    await using beside = await openTree();
    const volume = openLocalVolume({ allow: [tree.path('a')], deny: ['**/.env'] });
    const hidden = () => volume.deniedEntries().unreadableFiles.filter((path) => path.startsWith(tree.root));
    const changes: readonly (readonly [change: () => void, expected: readonly string[]])[] = [
      [() => undefined, ['a/two/.env']],
      [() => undefined, ['a/two/.env']],
      [() => writeFileSync(tree.path('a/three/deep/.env'), ''), ['a/three/deep/.env', 'a/two/.env']],
      [() => renameSync(tree.path('a/three'), tree.path('a/one/three')), ['a/one/three/deep/.env', 'a/two/.env']],
      [() => rmSync(tree.path('a/two/.env')), ['a/one/three/deep/.env']],
      [() => mkdirSync(tree.path('a/three')), ['a/one/three/deep/.env']],
      [() => renameSync(tree.path('a/one/three/deep'), tree.path('a/three/deep')), ['a/three/deep/.env']],
    ];
    // Else nothing of a tree that was just made would be remembered.
    vi.setSystemTime(Date.now() + 3_600_000);
    try {
      for (const [change, expected] of changes) {
        passTick(beside.path('probe'));
        change();
        expect(hidden().sort()).toEqual(expected.map((path) => tree.path(path)));
      }
    } finally {
      vi.useRealTimers();
    }
  });
});
