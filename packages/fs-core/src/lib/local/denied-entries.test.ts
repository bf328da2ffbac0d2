import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { openTree, passTick, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it, vi } from 'vitest';
import type { Volume } from '../volume/volume.ts';
import { createHiddenFiles } from './hidden-files.ts';
import { openLocalVolume } from './local-volume.ts';

const LINKED = { 'a/secrets/key': '', 'a/secrets/deep/other': '', 'a/sub/plain': '' };

const LINKS = [
  ['a/secrets/key', 'a/open'],
  ['a/secrets/deep/other', 'a/sub/open'],
] as const;

/** The unreadable files of a tree, by their paths in it. */
async function hiddenIn(volume: Volume, tree: TemporaryTree): Promise<string[]> {
  const { unreadableFiles } = await volume.deniedEntries();
  const below = unreadableFiles.filter((path) => path.startsWith(tree.root));
  return below.map((path) => path.slice(tree.root.length + 1)).sort();
}

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
    const { unwritable, unreadableFiles, unreadableDirectories } = await volume.deniedEntries();
    const below = (paths: readonly string[]) => paths.filter((path) => path.startsWith(tree.root)).sort();
    expect(below(unwritable)).toEqual([tree.path('a/.git'), tree.path('a/sub/.git')]);
    expect(below(unreadableFiles)).toEqual([tree.path('a/.env'), tree.path('a/plain'), tree.path('outside')]);
    expect(below(unreadableDirectories)).toEqual([tree.path('a/secret')]);
    const inTrees = await volume.deniedEntries('trees');
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
    const { unreadableFiles } = await volume.deniedEntries();
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
    const { unwritable, unreadableFiles } = await volume.deniedEntries('trees');
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
    const { fixedDirectories, repositories, unwritable } = await volume.deniedEntries();
    expect(fixedDirectories).toEqual(
      ['deep', 'deep/down', 'empty/.aws', 'lib', 'linked', 'x', 'x/conf'].map((name) => tree.path('a', name)),
    );
    expect(new Set(repositories)).toEqual(new Set(['bare', 'linked/.git'].map((name) => tree.path('a', name))));
    expect(unwritable).toEqual(['bare', 'lib/.git'].map((name) => tree.path('a', name)));
  });

  it('finds other names of files in denied directories, whenever they were made', async () => {
    await using tree = await openTree({ ...LINKED, 'a/secrets/late': '', 'out/private/k': '', 'out/p/x': '' });
    linkSync(tree.path('out/private/k'), tree.path('a/mine'));
    const deny = ['secrets', tree.path('out/private')];
    const volume = openLocalVolume({ allow: [tree.path('a')], deny });
    for (const [from, to] of LINKS) linkSync(tree.path(from), tree.path(to));
    const hidden = () => hiddenIn(volume, tree);
    expect(await hidden()).toEqual(['a/mine', 'a/open', 'a/sub/open']);
    linkSync(tree.path('a/secrets/late'), tree.path('a/sub/late'));
    const all = ['a/mine', 'a/open', 'a/sub/late', 'a/sub/open'];
    expect(await hidden()).toEqual(all);
    for (const path of ['a/secrets', 'out/private']) rmSync(tree.path(path), { recursive: true });
    expect(await hidden()).toEqual(all);
  });

  it('keeps hidden what another volume has hidden', async () => {
    await using tree = await openTree({
      ...LINKED,
      'a/.env': { link: 'stash' },
      'a/stash': '',
      'a/x/.env': '',
      b: null,
    });
    for (const [from, to] of LINKS) linkSync(tree.path(from), tree.path(to));
    const hidden = createHiddenFiles();
    const open = (...names: string[]) =>
      openLocalVolume({ allow: names.map((name) => tree.path(name)), deny: ['secrets', '**/.env'], hidden });
    const before = await hiddenIn(open('a'), tree);
    expect(before).toEqual(['a/open', 'a/stash', 'a/sub/open', 'a/x/.env']);
    linkSync(tree.path('a/open'), tree.path('b/open'));
    rmSync(tree.path('a/secrets'), { recursive: true });
    rmSync(tree.path('a/.env'));
    expect(await hiddenIn(open('a', 'b'), tree)).toEqual([...before, 'b/open']);
    expect(await hiddenIn(open('b'), tree)).toEqual([...before, 'b/open']);
  });

  it('lets others have their turn', async () => {
    await using tree = await openTree({ 'a/secrets': null });
    for (let number = 0; number < 2000; number += 1)
      for (const directory of ['a', 'a/secrets']) writeFileSync(tree.path(directory, `${number}`), '');
    linkSync(tree.path('a/secrets/1'), tree.path('a/open'));
    const volume = openLocalVolume({ allow: [tree.path('a')], deny: ['secrets'] });
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    });
    await volume.deniedEntries('trees').finally(() => clearInterval(counting));
    expect(turns).toBeGreaterThan(1);
  });

  it('sees what changed since the last look', async () => {
    await using tree = await openTree({ 'a/one/plain': 'x', 'a/two/.env': 'x', 'a/three/deep/plain': 'x' });
    await using beside = await openTree();
    const volume = openLocalVolume({ allow: [tree.path('a')], deny: ['**/.env'] });
    const hidden = async () =>
      (await volume.deniedEntries()).unreadableFiles.filter((path) => path.startsWith(tree.root));
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
        expect((await hidden()).sort()).toEqual(expected.map((path) => tree.path(path)));
      }
    } finally {
      vi.useRealTimers();
    }
  });
});
