import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type OpenDirectory, openLocalVolume, readRange, type Volume } from '@dragoman/fs-core/internal/kernel';
import { openTree, type TemporaryTree, untilTrusted } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { overlayOf } from './overlay-of.ts';

const write = (text: string) => () => [new TextEncoder().encode(text)];

const BELOW = {
  'd/kept': 'kept',
  'd/changed': 'old',
  'd/removed': 'gone',
  'd/sub/deep': 'deep',
  'd/link': { link: 'kept' },
  'd/relinked': { link: 'kept' },
  'd/secret': 'denied',
  'd/covered/inner': 'hidden',
  'd/emptied/inner': 'hidden',
} as const;

interface OverlayFixture extends AsyncDisposable {
  readonly tree: TemporaryTree;
  readonly volume: Volume;
  /** A directory of the overlay, to be closed by the caller. */
  open(...names: string[]): Promise<OpenDirectory>;
}

/** An overlay that has done one of each to the entries of `d`. */
async function lay(): Promise<OverlayFixture> {
  const tree = await openTree(BELOW);
  const state = await openTree();
  const below = openLocalVolume({ allow: [tree.root], deny: ['secret'] });
  const volume = overlayOf(below, { at: state.path('overlay') });
  await volume.update(tree.path('d/changed'), write('new content'));
  await volume.update(tree.path('d/made/inner/file'), write('made'));
  for (const name of ['removed', 'relinked', 'covered', 'emptied'])
    await volume.remove(tree.path('d', name), { recursive: true });
  await volume.update(tree.path('d/relinked'), write('a file'));
  await volume.update(tree.path('d/covered'), write('a file'));
  await volume.makeDirectory(tree.path('d/emptied'));
  return {
    tree,
    volume,
    async open(...names) {
      const opened = await volume.open(tree.path(...names));
      if (opened.kind !== 'directory') throw new TypeError(`${names.join('/')} is a file`);
      return opened;
    },
    async [Symbol.asyncDispose]() {
      await volume[Symbol.asyncDispose]();
      await below[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
      await state[Symbol.asyncDispose]();
    },
  };
}

async function modifiedMs(laid: OverlayFixture, name: string): Promise<number | undefined> {
  using parent = await laid.open(dirname(name));
  using directory = await laid.open(name);
  expect(Math.floor(parent.stat(basename(name))?.mtimeMs ?? 0)).toBe(directory.ownStat().modifiedMs);
  return directory.ownStat().modifiedMs;
}

function codeOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return (error as { readonly code?: unknown }).code;
  }
  return null;
}

const kindsIn = (entries: Iterable<{ readonly name: string; readonly kind: string }> | null) =>
  Object.fromEntries([...(entries ?? [])].map(({ name, kind }) => [name, kind]));

async function textAt(directory: OpenDirectory, path: string): Promise<string> {
  using file = directory.openFile(path);
  return String(await readRange(file, 0, file.size));
}

describe('a directory of an overlay', () => {
  it('lists what is below, but for what the overlay has changed or a rule denies', async () => {
    await using laid = await lay();
    using directory = await laid.open('d');
    expect(kindsIn(directory.entries())).toEqual({
      kept: 'file',
      changed: 'file',
      sub: 'directory',
      link: 'link',
      made: 'directory',
      relinked: 'file',
      covered: 'file',
      emptied: 'directory',
    });
    using emptied = directory.openDirectory('emptied');
    expect(emptied.entries()).toEqual([]);
  });

  it('knows the entries of what is below, but of nothing that the overlay hides', async () => {
    await using laid = await lay();
    using root = await laid.open();
    await untilTrusted(laid.tree.path('d/sub'));
    using sub = root.openDirectory('d/sub');
    sub.entries();
    expect(kindsIn(root.knownEntries('d/sub'))).toEqual({ deep: 'file' });
    for (const hidden of ['d/made', 'd/emptied', 'd/covered', 'd/none']) expect(root.knownEntries(hidden)).toBeNull();
    using made = root.openDirectory('d/made');
    expect(made.knownEntries('inner')).toBeNull();
  });

  it('opens files and directories by the names that lead to them, and reads small files at once', async () => {
    await using laid = await lay();
    using root = await laid.open();
    expect(await textAt(root, 'd/kept')).toBe('kept');
    expect(await textAt(root, 'd/changed')).toBe('new content');
    expect(await textAt(root, 'd/made/inner/file')).toBe('made');
    expect(String(root.readAtOnce('d/kept', 100))).toBe('kept');
    expect(String(root.readAtOnce('d/changed', 100))).toBe('new content');
    expect(root.readAtOnce('d/changed', 5)).toBeNull();
    expect(root.readAtOnce('d/kept', 3)).toBeNull();
    using inner = root.openDirectory('d/made/inner');
    expect(kindsIn(inner.entries())).toEqual({ file: 'file' });
    expect(await textAt(inner, 'file')).toBe('made');
  });

  it.each([
    ['a file that was removed', 'd/removed', 'NOT_FOUND', 'NOT_FOUND'],
    ['what is in a directory that was removed', 'd/emptied/inner', 'NOT_FOUND', 'NOT_FOUND'],
    ['what is below a file', 'd/covered/inner', 'NOT_DIRECTORY', 'NOT_DIRECTORY'],
    ['what is not there in a directory of its own', 'd/made/none', 'NOT_FOUND', 'NOT_FOUND'],
    ['what is not there below', 'd/none', 'NOT_FOUND', 'NOT_FOUND'],
    ['a file for a directory', 'd/changed', null, 'NOT_DIRECTORY'],
    ['a directory for a file', 'd/made', 'UNSUPPORTED_FILE', null],
    ['what is denied', 'd/secret', 'ACCESS_DENIED', 'ACCESS_DENIED'],
    ['a way up', 'd/../d/kept', 'ACCESS_DENIED', 'ACCESS_DENIED'],
    ['a name that is none', 'd//kept', 'ACCESS_DENIED', 'ACCESS_DENIED'],
  ])('refuses %s', async (_, path, asFile, asDirectory) => {
    await using laid = await lay();
    using root = await laid.open();
    expect(codeOf(() => root.openFile(path).close())).toBe(asFile);
    expect(codeOf(() => root.readAtOnce(path, 100))).toBe(asFile);
    expect(codeOf(() => root.openDirectory(path).close())).toBe(asDirectory);
  });

  it('reports of an entry what the overlay has, else what is below', async () => {
    await using laid = await lay();
    using directory = await laid.open('d');
    expect(directory.stat('kept')).toMatchObject({ kind: 'file', size: 4 });
    expect(directory.stat('changed')).toMatchObject({ kind: 'file', size: 11, mtimeMs: expect.any(Number) });
    expect(directory.stat('made')).toEqual({ kind: 'directory', size: 0, mtimeMs: expect.any(Number) });
    for (const name of ['removed', 'none', 'secret', '..', '.', '', 'sub/deep'])
      expect(directory.stat(name)).toBeNull();
    expect(directory.hintOf('sub/deep')).toMatchObject({ size: 4 });
    expect(directory.hintOf('changed')).toMatchObject({ size: 11 });
    expect(directory.hintOf('removed')).toBeNull();
    using made = directory.openDirectory('made');
    expect([made.stat('none'), made.hintOf('none'), made.readLink('none')]).toEqual([null, null, null]);
    expect(made.stat('inner')).toMatchObject({ kind: 'directory' });
  });

  it('has of a directory that it has made the time of that, and of one that it moved its own', async () => {
    await using laid = await lay();
    const before = Date.now();
    await laid.volume.makeDirectory(laid.tree.path('d/new/inner'));
    const madeMs = (await modifiedMs(laid, 'd/new')) ?? 0;
    expect([madeMs >= before, madeMs <= Date.now()]).toEqual([true, true]);
    await laid.volume.move(laid.tree.path('d/sub'), laid.tree.path('d/new/sub'));
    await laid.volume.move(laid.tree.path('d/new'), laid.tree.path('newer'));
    expect(await modifiedMs(laid, 'newer')).toBe(madeMs);
    expect(await modifiedMs(laid, 'newer/inner')).toBe(madeMs);
    expect(await modifiedMs(laid, 'newer/sub')).toBe(Math.floor(statSync(laid.tree.path('d/sub')).mtimeMs));
  });

  it('reads the links of what is below, as far as nothing is in their place', async () => {
    await using laid = await lay();
    using directory = await laid.open('d');
    expect(directory.readLink('link')).toBe('kept');
    expect([directory.readLink('relinked'), directory.readLink('kept'), directory.readLink('none')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('vouches for the time of no directory in which the overlay has changed something', async () => {
    await using laid = await lay();
    using directory = await laid.open('d');
    using below = await laid.open('d/sub');
    expect(directory.ctimeHint('')).toBe(Number.POSITIVE_INFINITY);
    expect(directory.ctimeHint('made')).toBe(Number.POSITIVE_INFINITY);
    expect(directory.ctimeHint('removed')).toBe(Number.POSITIVE_INFINITY);
    expect(directory.ctimeHint('none')).toBe(Number.POSITIVE_INFINITY);
    expect(directory.ctimeHint('sub')).toBe(below.ctimeHint(''));
    expect(below.ctimeHint('')).toBeLessThan(Number.POSITIVE_INFINITY);
    using made = directory.openDirectory('made/inner');
    expect(made.ctimeHint('')).toBe(Number.POSITIVE_INFINITY);
  });

  it('is itself what is below, or if it is new a state of its own that nobody may cache', async () => {
    await using laid = await lay();
    using old = await laid.open('d/sub');
    using made = await laid.open('d/made');
    using again = await laid.open('d/made');
    using other = await laid.open('d/emptied');
    expect(old.ownStat().modifiedMs).toBeGreaterThan(0);
    expect(made.ownStat()).toMatchObject({ size: 0, mode: 0o755 });
    expect(made.identity.isSameState(again.identity)).toBe(true);
    expect(made.identity.isSameState(other.identity)).toBe(false);
    expect(made.identity.isSafeToCache()).toBe(false);
    expect([made.permits('x'), made.permits('secret'), made.permits('x', 'write')]).toEqual([true, false, true]);
  });

  it('gives a child process what is below with the changes over it, or alone what is new', async () => {
    await using laid = await lay();
    using directory = await laid.open('d');
    using made = await laid.open('d/made');
    using both = await directory.localTree();
    expect(['kept', 'changed', 'removed', 'covered/inner'].map((name) => both.over?.hides(name))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    using alone = await made.localTree();
    expect([alone.over, alone.missing]).toEqual([undefined, 0]);
  });
});
