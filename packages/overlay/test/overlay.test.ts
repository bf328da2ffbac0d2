import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  joinVolumes,
  type LocalVolumeOptions,
  type OpenDirectory,
  type OpenFile,
  openLocalVolume,
  readRange,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import { openMemoryVolume, openTree, type TemporaryTree, type TreeNode } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type Overlay, overlayOf } from '../src/index.ts';
import { openOverlay } from './open-overlay.ts';

const write = (text: string) => () => [new TextEncoder().encode(text)];

interface OverlayFixture extends AsyncDisposable {
  readonly overlay: Overlay;
  readonly below: Volume;
  readonly tree: TemporaryTree;
  path(...names: string[]): string;
  /** Text of a file in the volume below. */
  onDisk(name: string): string | null;
  /** Ends the session, and lays an overlay with the same changes. */
  again(options?: Partial<LocalVolumeOptions>): Promise<OverlayFixture>;
}

async function lay(nodes: Record<string, TreeNode>): Promise<OverlayFixture> {
  const place = await openTree({ 'tree/': null, state: null });
  mkdirSync(place.path('tree'), { recursive: true });
  const tree = await openTree(nodes, place.path('tree'));
  return layOver(tree, place);
}

async function layOver(
  tree: TemporaryTree,
  place: TemporaryTree,
  options: Partial<LocalVolumeOptions> = {},
): Promise<OverlayFixture> {
  const below = openLocalVolume({ allow: [tree.root], ...options });
  const overlay = overlayOf(below, { at: place.path('state/overlay') });
  await overlay.prepare();
  return {
    overlay,
    below,
    tree,
    path: tree.path,
    onDisk: (name) => (existsSync(tree.path(name)) ? readFileSync(tree.path(name), 'utf8') : null),
    async again(more = {}) {
      await overlay[Symbol.asyncDispose]();
      return layOver(tree, place, more);
    },
    async [Symbol.asyncDispose]() {
      await overlay[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

async function textIn(volume: Volume, path: string): Promise<string> {
  using file = (await volume.open(path)) as OpenFile;
  return String(await readRange(file, 0, file.size));
}

async function changesIn({ overlay, tree }: OverlayFixture): Promise<string[]> {
  const told: string[] = [];
  for await (const { path, kind, from, to } of overlay.changes())
    told.push(`${kind} ${path.slice(tree.root.length + 1)} ${from?.slice(7, 11) ?? '-'} ${to?.slice(7, 11) ?? '-'}`);
  return told;
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.code,
  );

describe('an overlay', () => {
  it('leaves the volume below as it is, and tells what it has changed', async () => {
    await using laid = await lay({ edited: 'one', removed: 'two', 'from/moved': 'three', 'empty/gone': '' });
    const { overlay, path } = laid;
    await overlay.update(path('edited'), write('1'));
    await overlay.update(path('new/made'), write('new'));
    await overlay.remove(path('removed'));
    await overlay.move(path('from'), path('to'));
    await overlay.makeDirectory(path('nothing/here'));
    await overlay.remove(path('empty'), { recursive: true });
    expect(['edited', 'removed', 'from/moved'].map(laid.onDisk)).toEqual(['one', 'two', 'three']);
    expect(await changesIn(laid)).toEqual([
      'changed edited 7692 6b86',
      'removed empty/gone e3b0 -',
      'removed from/moved 8b5b -',
      'created new/made - 1150',
      'created nothing/here - -',
      'removed removed 3fc4 -',
      'created to/moved - 8b5b',
    ]);
    expect(await textIn(overlay, path('to/moved'))).toBe('three');
  });

  it('is there again after its session has ended, until it is committed', async () => {
    await using first = await lay({ f: 'old' });
    await first.overlay.update(first.path('f'), write('new'));
    await using laid = await first.again();
    expect(await textIn(laid.overlay, laid.path('f'))).toBe('new');
    const { done, conflicts } = await laid.overlay.commit();
    expect([done.map(({ kind }) => kind), conflicts, laid.onDisk('f')]).toEqual([['changed'], [], 'new']);
    expect(await changesIn(laid)).toEqual([]);
  });

  it('belongs to one session at a time, and can be looked at by others', async () => {
    await using laid = await lay({ f: 'old' });
    const { overlay, below, path } = laid;
    await overlay.update(path('f'), write('new'));
    const other = overlayOf(below, { at: join(laid.tree.root, '../../state/overlay') });
    await expect(other.prepare()).rejects.toThrow(`belongs to process ${process.pid}: end that first`);
    for await (const change of other.changes()) expect(change).toMatchObject({ path: path('f'), kind: 'changed' });
    expect(await textIn(other, path('f'))).toBe('new');
    expect(await codeOf(other.update(path('f'), write('x')))).toBe('CONFLICT');
    await other[Symbol.asyncDispose]();
  });

  it('is refused over other trees than those that it was made for', async () => {
    await using laid = await lay({ f: 'old' });
    await laid.overlay.update(laid.path('f'), write('new'));
    await expect(laid.again({ allow: [join(laid.tree.root, '..')] })).rejects.toThrow('lies over other trees');
  });

  it('drops a change that was not written down to its end', async () => {
    await using first = await lay({ f: 'old', g: 'old' });
    await first.overlay.update(first.path('f'), write('new'));
    const log = join(first.tree.root, '../../state/overlay/log');
    writeFileSync(log, `${readFileSync(log, 'utf8')}[["${first.path('g')}",{"kind":"go`);
    await using laid = await first.again();
    expect(await changesIn(laid)).toHaveLength(1);
  });

  it('keeps what a person adds below apart from what it has removed', async () => {
    await using laid = await lay({ 'd/f': 'old' });
    const { overlay, path } = laid;
    await overlay.remove(path('d'), { recursive: true });
    writeFileSync(path('d/g'), 'theirs');
    expect(await codeOf(overlay.open(path('d')))).toBe('NOT_FOUND');
    expect(await overlay.commit()).toEqual({
      done: [],
      conflicts: [{ path: path('d/g'), from: null, found: expect.any(String) }],
      brokenHardLinks: [],
    });
    expect([laid.onDisk('d/f'), laid.onDisk('d/g')]).toEqual(['old', 'theirs']);
    rmSync(path('d/g'));
    expect((await overlay.commit()).conflicts).toEqual([]);
    expect(existsSync(path('d'))).toBe(false);
  });
});

describe('a commit', () => {
  it('names the files that had other hard links, which keep the old content', async () => {
    await using laid = await lay({ f: 'old', 'd/g': 'old', h: 'old' });
    const { overlay, path } = laid;
    linkSync(path('f'), path('other'));
    linkSync(path('d/g'), path('another'));
    for (const name of ['f', 'd/g', 'h']) await overlay.update(path(name), write('new'));
    expect(await overlay.commit()).toMatchObject({ conflicts: [], brokenHardLinks: [path('d/g'), path('f')] });
    expect(['f', 'other', 'd/g', 'another'].map(laid.onDisk)).toEqual(['new', 'old', 'new', 'old']);
  });

  it('writes nothing where a person has changed, made or removed one of the files, and names each', async () => {
    await using laid = await lay({ a: '1', b: '2', c: '3', d: '4' });
    const { overlay, path } = laid;
    for (const name of ['a', 'b', 'c', 'new']) await overlay.update(path(name), write('ours'));
    await overlay.remove(path('d'));
    writeFileSync(path('b'), 'theirs');
    rmSync(path('c'));
    writeFileSync(path('new'), 'theirs');
    writeFileSync(path('d'), 'theirs');
    const { done, conflicts } = await overlay.commit();
    expect(done).toEqual([]);
    expect(conflicts.map((each) => [each.path, each.from === null, each.found === null])).toEqual([
      [path('b'), false, false],
      [path('c'), false, true],
      [path('d'), false, false],
      [path('new'), true, false],
    ]);
    expect(['a', 'b', 'c', 'd', 'new'].map(laid.onDisk)).toEqual(['1', 'theirs', null, 'theirs', 'theirs']);
    await overlay.discard([path('b'), path('c'), path('d'), path('new')]);
    expect((await overlay.commit()).conflicts).toEqual([]);
    expect(laid.onDisk('a')).toBe('ours');
  });

  it('stops at the first conflict where several files cannot be changed together, and says what is done', async () => {
    await using place = await openTree();
    const below = openMemoryVolume(place.path('virtual'));
    const alone: Volume = { ...below.volume, traits: { ...below.volume.traits, transactions: false } };
    below.plant({ a: '1', b: '2', c: '3' });
    const overlay = overlayOf(alone, { at: place.path('overlay') });
    const path = (name: string) => join(below.root, name);
    for (const name of ['a', 'b', 'c']) await overlay.update(path(name), write('ours'));
    below.plant({ b: 'theirs' });
    const { done, conflicts } = await overlay.commit();
    expect([done.map((each) => each.path), conflicts.map((each) => each.path)]).toEqual([[path('a')], [path('b')]]);
    expect(below.files()).toEqual({ a: 'ours', b: 'theirs', c: '3' });
    await overlay.discard([path('b')]);
    expect((await overlay.commit()).done.map((each) => each.path)).toEqual([path('c')]);
    await overlay[Symbol.asyncDispose]();
  });

  it('keeps the mode of a file, also under another name', async (ctx) => {
    if (process.platform === 'win32') return ctx.skip('Windows has no modes');
    await using laid = await lay({ 'd/edited': '#!', 'd/moved': '#!', 'd/both': '#!' });
    const { overlay, path } = laid;
    for (const name of ['edited', 'moved', 'both']) chmodSync(path('d', name), 0o751);
    await overlay.update(path('d/edited'), write('#!/bin/sh'));
    await overlay.move(path('d'), path('e'));
    await overlay.update(path('e/both'), write('#!/bin/sh'));
    using seen = (await overlay.open(path('e/moved'))) as OpenFile;
    expect(seen.mode).toBe(0o751);
    expect((await overlay.commit()).conflicts).toEqual([]);
    for (const name of ['edited', 'moved', 'both']) expect(statSync(path('e', name)).mode & 0o777).toBe(0o751);
    expect(existsSync(path('d'))).toBe(false);
  });

  it.each<
    [string, Record<string, TreeNode>, (laid: OverlayFixture) => Promise<unknown>, Record<string, string | null>]
  >([
    [
      'a file takes the place of a directory',
      { 'd/e/f': 'old', 'd/g': 'old' },
      async ({ overlay, path }) => {
        await overlay.remove(path('d'), { recursive: true });
        await overlay.update(path('d'), write('file'));
      },
      { d: 'file' },
    ],
    [
      'a directory takes the place of a file',
      { f: 'old' },
      async ({ overlay, path }) => {
        await overlay.remove(path('f'));
        await overlay.update(path('f/g/h'), write('deep'));
      },
      { 'f/g/h': 'deep' },
    ],
    [
      'a file takes the place of the directory that it was in',
      { 'd/f': 'old', 'd/g': 'other' },
      async ({ overlay, path }) => {
        await overlay.move(path('d/f'), path('x'));
        await overlay.remove(path('d'), { recursive: true });
        await overlay.move(path('x'), path('d'));
      },
      { d: 'old', x: null },
    ],
    [
      'two files change places',
      { a: 'of a', b: 'of b' },
      async ({ overlay, path }) => {
        await overlay.move(path('a'), path('c'));
        await overlay.move(path('b'), path('a'));
        await overlay.move(path('c'), path('b'));
      },
      { a: 'of b', b: 'of a', c: null },
    ],
    [
      'a directory is made again with less in it',
      { 'd/f': 'old', 'd/g': 'old' },
      async ({ overlay, path }) => {
        await overlay.remove(path('d'), { recursive: true });
        await overlay.update(path('d/f'), write('new'));
      },
      { 'd/f': 'new', 'd/g': null },
    ],
    [
      'a directory moves away and another comes',
      { 'd/f': 'of d', 'e/f': 'of e' },
      async ({ overlay, path }) => {
        await overlay.move(path('d'), path('x/y'));
        await overlay.move(path('e'), path('d'));
      },
      { 'x/y/f': 'of d', 'd/f': 'of e', e: null },
    ],
    [
      'something is changed, and back again',
      { f: 'old', 'd/g': 'old' },
      async ({ overlay, path }) => {
        await overlay.update(path('f'), write('new'));
        await overlay.update(path('f'), write('old'));
        await overlay.move(path('d'), path('e'));
        await overlay.move(path('e'), path('d'));
      },
      { f: 'old', 'd/g': 'old', e: null },
    ],
  ])('brings it to the volume below that %s', async (_, before, change, after) => {
    await using laid = await lay(before);
    await change(laid);
    expect((await laid.overlay.commit()).conflicts).toEqual([]);
    const found = Object.fromEntries(Object.keys(after).map((name) => [name, laid.onDisk(name)]));
    expect(found).toEqual(after);
    expect(await changesIn(laid)).toEqual([]);
  });

  it('and a discard take the paths that are named, and what lies below', async () => {
    await using laid = await lay({ 'd/f': 'old', 'd/g': 'old', h: 'old' });
    const { overlay, path } = laid;
    await overlay.remove(path('d'), { recursive: true });
    await overlay.update(path('new/a'), write('a'));
    await overlay.update(path('new/b'), write('b'));
    await overlay.discard([path('d/f')]);
    expect(await textIn(overlay, path('d/f'))).toBe('old');
    await overlay.commit([path('new/a')]);
    expect([laid.onDisk('new/a'), laid.onDisk('new/b'), laid.onDisk('d/g')]).toEqual(['a', null, 'old']);
    expect(await textIn(overlay, path('new/b'))).toBe('b');
    await overlay.discard([path('new')]);
    expect(await changesIn(laid)).toEqual([expect.stringMatching(/^removed d\/g/)]);
    expect(await codeOf(overlay.commit([path('h')]))).toBe('NOT_FOUND');
    expect(await codeOf(overlay.discard([path('none')]))).toBe('NOT_FOUND');
    await overlay.discard();
    expect(await changesIn(laid)).toEqual([]);
  });
});

describe('what an overlay lies over', () => {
  it('is seen through its links, as far as the overlay has nothing in their place', async () => {
    await using laid = await lay({ 'd/f': 'seen', link: { link: 'd' }, 'deep/up': { link: '../link/f' } });
    const { overlay, path } = laid;
    expect(await textIn(overlay, path('link/f'))).toBe('seen');
    await overlay.update(path('deep/up'), write('through two links'));
    expect(await textIn(overlay, path('d/f'))).toBe('through two links');
    expect(lstatSync(path('deep/up')).isSymbolicLink()).toBe(true);
    await overlay.remove(path('link'));
    expect(await codeOf(overlay.open(path('link/f')))).toBe('NOT_FOUND');
    await overlay.update(path('link/f'), write('of a directory'));
    expect(await textIn(overlay, path('d/f'))).toBe('through two links');
    expect((await overlay.commit()).conflicts).toEqual([]);
    expect([laid.onDisk('d/f'), laid.onDisk('link/f')]).toEqual(['through two links', 'of a directory']);
  });

  it('leads nowhere else: not by its links, nor by those that come while something is written', async () => {
    await using outside = await openTree({ secret: 'theirs', 'd/secret': 'theirs' });
    await using laid = await lay({
      out: { link: outside.root },
      'd/f': 'old',
      'loop/a': { link: 'b' },
      'loop/b': { link: 'a' },
    });
    const { overlay, path } = laid;
    expect(await codeOf(overlay.open(path('out/secret')))).toBe('ACCESS_DENIED');
    expect(await codeOf(overlay.update(path('out/new'), write('x')))).toBe('ACCESS_DENIED');
    expect(await codeOf(overlay.move(path('d/f'), path('out/f')))).toBe('ACCESS_DENIED');
    expect(await codeOf(overlay.open(path('loop/a')))).toBe('IO_ERROR');
    await overlay.update(path('d/f'), write('ours'));
    await overlay.update(path('d/secret'), write('ours'));
    rmSync(path('d'), { recursive: true });
    symlinkSync(outside.path('d'), path('d'));
    await codeOf(overlay.commit());
    expect(readFileSync(outside.path('d/secret'), 'utf8')).toBe('theirs');
    expect(existsSync(outside.path('d/f'))).toBe(false);
  });

  it('is changed by no denied name that leads to a file, and no error says where a link leads', async () => {
    await using place = await openTree({
      'tree/real/f': 'x',
      'tree/.git': { link: 'real' },
      'tree/out': { link: '/etc' },
    });
    const tree = { ...place, root: place.path('tree'), path: (...names: string[]) => place.path('tree', ...names) };
    await using laid = await layOver(tree, place, { deny: ['**/seen/f'] });
    const { overlay, path } = laid;
    expect(await textIn(overlay, path('.git/f'))).toBe('x');
    for (const name of ['.git/f', '.git/new'])
      expect(await codeOf(overlay.update(path(name), write('ours')))).toBe('ACCESS_DENIED');
    expect(await codeOf(overlay.remove(path('.git/f')))).toBe('ACCESS_DENIED');
    await expect(overlay.open(path('out/passwd'))).rejects.toMatchObject({ failure: { path: path('out/passwd') } });
    await expect(overlay.open(path('out/none'))).rejects.toMatchObject({ failure: { path: path('out/none') } });
    await expect(overlay.open(`${path('real')}/../f`)).rejects.toMatchObject({ failure: { path: path('f') } });
  });

  it('is never written through a link that a person has put in the place of a file', async () => {
    await using laid = await lay({ f: 'old', other: 'old' });
    const { overlay, path } = laid;
    await overlay.update(path('f'), write('ours'));
    await overlay.update(path('new'), write('ours'));
    rmSync(path('f'));
    symlinkSync('other', path('f'));
    symlinkSync('other', path('new'));
    expect((await overlay.commit()).conflicts.map((each) => each.path)).toEqual([path('f'), path('new')]);
    expect(laid.onDisk('other')).toBe('old');
  });

  it('keeps links where they are', async () => {
    await using laid = await lay({ 'd/link': { link: 'f' }, 'd/f': '' });
    const { overlay, path } = laid;
    expect(await codeOf(overlay.move(path('d/link'), path('moved')))).toBe('UNSUPPORTED_FILE');
    expect(await codeOf(overlay.move(path('d'), path('moved')))).toBe('UNSUPPORTED_FILE');
    await overlay.remove(path('d'), { recursive: true });
    expect((await overlay.commit()).conflicts).toEqual([]);
    expect(existsSync(path('d'))).toBe(false);
  });

  it('has no denied name, whichever session has made it', async () => {
    await using first = await lay({ 'd/f': 'x' });
    await first.overlay.update(first.path('d/private/key'), write('ours'));
    await first.overlay.update(first.path('d/.gitignore'), write('x'));
    expect(await codeOf(first.overlay.update(first.path('.git/config'), write('x')))).toBe('ACCESS_DENIED');
    await using laid = await first.again({ deny: ['private'] });
    const { overlay, path } = laid;
    using directory = (await overlay.open(path('d'))) as OpenDirectory;
    expect(directory.entries().map(({ name }) => name)).toEqual(['f', '.gitignore']);
    for (const way of [
      overlay.open(path('d/private/key')),
      overlay.remove(path('d'), { recursive: true }),
      overlay.move(path('d'), path('e')),
      overlay.update(path('d/private'), write('x')),
    ])
      expect(await codeOf(way)).toBe('ACCESS_DENIED');
  });

  it('may hold the directory of the overlay, which nobody is shown', async () => {
    await using tree = await openTree({ f: '', 'state/g': '' });
    const below = openLocalVolume({ allow: [tree.root] });
    const overlay = overlayOf(below, { at: tree.path('state/overlay') });
    await overlay.update(tree.path('f'), write('x'));
    using state = (await overlay.open(tree.path('state'))) as OpenDirectory;
    expect(state.entries()).toEqual([{ name: 'g', kind: 'file' }]);
    expect(state.stat('overlay')).toBeNull();
    for (const way of [
      overlay.open(tree.path('state/overlay/log')),
      overlay.update(tree.path('state/overlay/log'), write('')),
      overlay.remove(tree.path('state'), { recursive: true }),
    ])
      expect(await codeOf(way)).toBe('ACCESS_DENIED');
    expect((await overlay.deniedEntries()).unreadableDirectories).toContain(tree.path('state/overlay'));
    await overlay[Symbol.asyncDispose]();
  });

  it('commits to several volumes a file at a time', async () => {
    await using place = await openTree({ one: null, two: null, 'one/a': 'a', 'two/b': 'b' });
    const [one, two] = [place.path('one'), place.path('two')];
    const at = new Map([one, two].map((root) => [root, openLocalVolume({ allow: [root] })] as const));
    await using overlay = overlayOf(joinVolumes(at), { at: place.path('state') });
    await overlay.update(join(one, 'a'), write('A'));
    await overlay.move(join(two, 'b'), join(one, 'moved'));
    await overlay.update(join(two, 'c'), write('C'));
    writeFileSync(join(two, 'c'), 'typed');
    expect(await overlay.commit()).toMatchObject({ done: [], conflicts: [{ path: join(two, 'c'), from: null }] });
    rmSync(join(two, 'c'));
    const { done, conflicts } = await overlay.commit();
    expect([done.map(({ path }) => path), conflicts]).toEqual([
      [join(one, 'a'), join(one, 'moved'), join(two, 'b'), join(two, 'c')],
      [],
    ]);
    expect(readFileSync(join(one, 'moved'), 'utf8')).toBe('b');
    expect(existsSync(join(two, 'b'))).toBe(false);
  });
});

describe('the directory of an overlay', () => {
  it('lets in nobody but the user', async (ctx) => {
    if (process.platform === 'win32') return ctx.skip('Windows has no modes');
    await using place = await openTree({ 'overlay/x': '' });
    chmodSync(place.path('overlay'), 0o755);
    const below = openMemoryVolume(place.path('virtual'));
    const overlay = overlayOf(below.volume, { at: place.path('overlay') });
    await overlay.update(join(below.root, 'f'), write('x'));
    expect(statSync(place.path('overlay')).mode & 0o777).toBe(0o700);
    await overlay[Symbol.asyncDispose]();
    expect(await codeOf(overlay.open(below.root))).toBe('CANCELLED');
  });

  it('holds nothing once all is discarded or committed', async () => {
    const { readdirSync } = await import('node:fs');
    await using overlay = await openOverlay(openMemoryVolume(join(process.cwd(), 'virtual')));
    const path = (name: string) => join(overlay.root, name);
    for (const text of ['1', '2', '3']) await overlay.volume.update(path('f'), write(text));
    await overlay.volume.update(path('g'), write('x'));
    await expect(overlay.volume.update(path('h'), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(readdirSync(join(overlay.at, 'contents'))).toHaveLength(2);
    await overlay.volume.commit([path('f')]);
    await overlay.volume.discard();
    expect(readdirSync(join(overlay.at, 'contents'))).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')(
  'an overlay below directories that a umask of 002 left open to a group',
  () => {
    it('is made, for the user alone, and closed to others', async () => {
      await using tree = await openTree({ 'work/a.txt': 'old\n', 'state/overlays': null });
      for (const name of ['state', 'state/overlays']) chmodSync(tree.path(name), 0o2775);
      const at = tree.path('state/overlays/mine');
      await using below = openLocalVolume({ allow: [tree.path('work')] });
      for (const text of ['one\n', 'two\n']) {
        await using overlay = overlayOf(below, { at });
        await overlay.update(tree.path('work/a.txt'), write(text));
        expect(readFileSync(tree.path('work/a.txt'), 'utf8')).toBe('old\n');
        const places = [at, join(at, 'contents'), join(at, 'scratch')];
        expect(places.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
        for (const path of places) chmodSync(path, 0o2775);
      }
    });

    it('is refused in a sentence where its mode cannot be changed', async ({ skip }) => {
      await using tree = await openTree({ 'work/a.txt': 'old\n', state: null });
      chmodSync(tree.path('state'), 0o755);
      // As on a file system that keeps no modes.
      const seal = (how: string) => spawnSync('chattr', [how, tree.path('state')]).status === 0;
      if (!seal('+i')) skip('only root on some file systems can seal a directory');
      await using below = openLocalVolume({ allow: [tree.path('work')] });
      await using overlay = overlayOf(below, { at: tree.path('state') });
      try {
        await expect(overlay.prepare()).rejects.toMatchObject({
          code: 'PERMISSION_DENIED',
          message: `Cannot use "${tree.path('state')}": an overlay must be a directory of this user's, and open to nobody else, on a file system that keeps modes`,
        });
      } finally {
        seal('-i');
      }
    });
  },
);
