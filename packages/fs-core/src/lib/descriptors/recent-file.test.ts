import { appendFileSync, chmodSync, linkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { openDescriptors, openTree, type TemporaryTree } from '@dragoman/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLocalVolume } from '../local/local-volume.ts';
import type { Volume } from '../volume/volume.ts';
import { type Platform, procPlatform } from './platform.ts';

async function contentOf(volume: Volume, path: string): Promise<string> {
  using node = await volume.open(path);
  if (node.kind !== 'file') return 'a directory';
  const bytes = new Uint8Array(node.size);
  const count = await node.read(bytes, 0);
  return Buffer.from(bytes.subarray(0, count)).toString();
}

function openIn({ root }: TemporaryTree): string[] {
  return openDescriptors().filter((path) => path.startsWith(root));
}

async function readUntilHeld(volume: Volume, path: string): Promise<void> {
  for (let times = 0; times < 8; times += 1) await contentOf(volume, path);
}

/** What reading a file gives after it was read and then changed. */
async function readAgain(change: (tree: TemporaryTree) => void): Promise<string> {
  await using tree = await openTree({ 'in/a/file': 'old', 'out/file': 'secret' });
  const volume = openLocalVolume({ allow: [tree.path('in')] });
  const path = tree.path('in/a/file');
  await readUntilHeld(volume, path);
  change(tree);
  return contentOf(volume, path).catch((error) => error.code);
}

describe.skipIf(process.platform !== 'linux')('a file that is read again at once', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('stays open from the eighth time on, and is let go after a moment', async () => {
    await using tree = await openTree({ file: 'text' });
    const volume = openLocalVolume({ allow: [tree.root] });
    const left: number[] = [];
    for (let times = 0; times < 10; times += 1) {
      expect(await contentOf(volume, tree.path('file'))).toBe('text');
      left.push(openIn(tree).length);
    }
    expect(left).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
    vi.advanceTimersByTime(20);
    expect(openIn(tree)).toEqual([]);
  });

  it('stays open for those who use it, whatever is read meanwhile', async () => {
    await using tree = await openTree({ file: 'text', other: 'else' });
    const volume = openLocalVolume({ allow: [tree.root] });
    await readUntilHeld(volume, tree.path('file'));
    const [one, two] = [await volume.open(tree.path('file')), await volume.open(tree.path('file'))];
    expect(await contentOf(volume, tree.path('other'))).toBe('else');
    one.close();
    one.close();
    const bytes = new Uint8Array(4);
    if (two.kind === 'file') expect(await two.read(bytes, 0)).toBe(4);
    two.close();
    vi.advanceTimersByTime(20);
    expect(openIn(tree)).toEqual([]);
  });

  it('is closed at once where a moment has passed in between', async () => {
    await using tree = await openTree({ file: 'text' });
    const volume = openLocalVolume({ allow: [tree.root] });
    for (let times = 0; times < 20; times += 1) {
      await contentOf(volume, tree.path('file'));
      expect(openIn(tree)).toEqual([]);
      vi.advanceTimersByTime(times % 4 === 0 ? 21 : 5);
    }
  });

  it('is closed at once where another is opened in between', async () => {
    await using tree = await openTree({ file: 'text', other: 'else' });
    const volume = openLocalVolume({ allow: [tree.root] });
    for (let times = 0; times < 20; times += 1) {
      await contentOf(volume, tree.path('file'));
      expect(openIn(tree)).toEqual([]);
      if (times % 6 === 0) await contentOf(volume, tree.path('other'));
    }
  });

  it('stays open where a directory is opened in between, and is read as it is', async () => {
    await using tree = await openTree({ file: 'text', 'inner/file': 'else' });
    const volume = openLocalVolume({ allow: [tree.root] });
    for (let times = 0; times < 20; times += 1) {
      expect(await contentOf(volume, tree.path('file'))).toBe('text');
      await contentOf(volume, tree.path('inner'));
      expect(openIn(tree)).toEqual(times < 7 ? [] : [tree.path('file')]);
    }
    renameSync(tree.path('inner/file'), tree.path('file'));
    expect(await contentOf(volume, tree.path('file'))).toBe('else');
  });

  it('is let go by a write', async () => {
    await using tree = await openTree({ file: 'text' });
    const volume = openLocalVolume({ allow: [tree.root] });
    await readUntilHeld(volume, tree.path('file'));
    expect(openIn(tree)).toEqual([tree.path('file')]);
    await volume.update(tree.path('file'), () => [Buffer.from('new')]);
    expect(openIn(tree)).toEqual([]);
    expect(await contentOf(volume, tree.path('file'))).toBe('new');
  });

  it.each<[string, (tree: TemporaryTree) => void, string]>([
    ['has grown', (tree) => appendFileSync(tree.path('in/a/file'), ' and new'), 'old and new'],
    ['was written over', (tree) => writeFileSync(tree.path('in/a/file'), 'new'), 'new'],
    ['was replaced', (tree) => replace(tree.path('in/a/file')), 'new'],
    ['was deleted', (tree) => rmSync(tree.path('in/a/file')), 'NOT_FOUND'],
    ['has only another name now', (tree) => renameSync(tree.path('in/a/file'), tree.path('in/b')), 'NOT_FOUND'],
    ['was moved out', (tree) => renameSync(tree.path('in/a/file'), tree.path('out/moved')), 'NOT_FOUND'],
    ['lies in a directory that was moved out', (tree) => moveOut(tree), 'ACCESS_DENIED'],
    ['has become a link', (tree) => becomeLink(tree), 'ACCESS_DENIED'],
    ['lies below what is a file now', (tree) => becomeBelowFile(tree), 'NOT_DIRECTORY'],
  ])('is looked up anew where it %s', async (_, change, expected) => {
    expect(await readAgain(change)).toBe(expected);
  });

  it('is looked up anew where its rights have changed', async () => {
    await using tree = await openTree({ file: 'text' });
    let pinned = 0;
    const platform: Platform = {
      ...procPlatform,
      pin(path) {
        pinned += 1;
        return procPlatform.pin?.(path) ?? procPlatform.pinRoot(path);
      },
    };
    const volume = openLocalVolume({ allow: [tree.root], platform });
    for (const mode of [0o644, 0o600]) {
      chmodSync(tree.path('file'), mode);
      pinned = 0;
      for (let times = 0; times < 20; times += 1) await contentOf(volume, tree.path('file'));
      expect(pinned).toBe(8);
    }
  });
});

function replace(path: string): void {
  writeFileSync(`${path}.new`, 'new');
  renameSync(`${path}.new`, path);
}

function moveOut(tree: TemporaryTree): void {
  renameSync(tree.path('in/a'), tree.path('out/a'));
  symlinkSync(tree.path('out/a'), tree.path('in/a'));
}

function becomeLink(tree: TemporaryTree): void {
  // Another name keeps the file from being deleted.
  linkSync(tree.path('in/a/file'), tree.path('in/kept'));
  rmSync(tree.path('in/a/file'));
  symlinkSync(tree.path('out/file'), tree.path('in/a/file'));
}

function becomeBelowFile(tree: TemporaryTree): void {
  renameSync(tree.path('in/a'), tree.path('in/b'));
  writeFileSync(tree.path('in/a'), 'a file');
}
