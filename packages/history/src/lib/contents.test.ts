import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { MAX_SYNC_BYTES } from '@dragoman/fs-core/internal/own-files';
import { mount, openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openContents } from './contents.ts';

const LARGE = 'x'.repeat(MAX_SYNC_BYTES + 1);

function sourceIn(tree: TemporaryTree, name: string) {
  const path = tree.path(name);
  return { descriptor: openSync(path, 'r'), size: statSync(path).size };
}

// The least that xfs takes.
const DISK_BYTES = 300 * 1024 * 1024;

describe('contents', () => {
  it.each([
    ['a small file', 'small'],
    ['an empty one', ''],
    ['a large one', LARGE],
  ])('keep %s by its hash, for the user alone', async (_, text) => {
    await using tree = await openTree({ f: text, contents: null });
    const contents = openContents(tree.path('contents'));
    const digest = hash('sha256', text);
    expect(await contents.keep(sourceIn(tree, 'f'), null)).toEqual({ digest, isNew: true });
    expect(await contents.keep(sourceIn(tree, 'f'), null)).toEqual({ digest, isNew: false });
    expect(await contents.keep(sourceIn(tree, 'f'), digest)).toEqual({ digest, isNew: false });
    expect(readdirSync(contents.directory)).toEqual([digest]);
    expect(statSync(tree.path('contents', digest)).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
    expect([contents.has(digest, text.length), contents.has(digest, text.length + 1)]).toEqual([true, false]);
    expect([await contents.isWhole(digest), contents.read(digest)?.toString() === text]).toEqual([true, true]);
    await contents.sync([digest]);
  });

  it('are null and not whole if they are gone, damaged or something else', async () => {
    await using tree = await openTree({ f: 'one', contents: null });
    const contents = openContents(tree.path('contents'));
    const { digest } = await contents.keep(sourceIn(tree, 'f'), null);
    writeFileSync(tree.path('contents', digest), 'two');
    expect([contents.read(digest), await contents.isWhole(digest)]).toEqual([null, false]);
    mkdirSync(tree.path('contents/directory'));
    expect([contents.read('directory'), await contents.isWhole('directory')]).toEqual([null, false]);
    expect([contents.read('gone'), await contents.isWhole('gone')]).toEqual([null, false]);
    await contents.sync([]);
  });

  it('leave nothing behind if a file cannot be kept', async () => {
    await using tree = await openTree({ f: 'one', contents: null });
    const contents = openContents(tree.path('contents'));
    await expect(contents.keep({ descriptor: 1_000_000, size: 3 }, null)).rejects.toThrow(/EBADF/);
    expect(readdirSync(contents.directory)).toEqual([]);
    const nowhere = openContents(tree.path('none'));
    await expect(nowhere.keep(sourceIn(tree, 'f'), null)).rejects.toThrow(/ENOENT/);
    expect(existsSync(tree.path('none'))).toBe(false);
  });

  it('keep what there is of a file that became shorter', async () => {
    await using tree = await openTree({ f: 'one', contents: null });
    const contents = openContents(tree.path('contents'));
    const { digest } = await contents.keep({ ...sourceIn(tree, 'f'), size: 10 }, null);
    expect(contents.read(digest)?.toString()).toBe('one');
  });

  it.for(['btrfs', 'xfs'])('share on %s the blocks of a large file', async (type, context) => {
    await using tree = await openTree({ disk: null, image: '' });
    const disk = tree.path('disk');
    truncateSync(tree.path('image'), DISK_BYTES);
    try {
      execFileSync(`mkfs.${type}`, ['-q', tree.path('image')], { stdio: 'pipe' });
    } catch (error) {
      context.skip(`mkfs.${type}: ${error instanceof Error ? error.message : ''}`);
    }
    using _disk = mount(context, '-o', 'loop', tree.path('image'), disk);
    mkdirSync(tree.path('disk/contents'));
    writeFileSync(tree.path('disk/f'), LARGE, { flush: true });
    const { digest } = await openContents(tree.path('disk/contents')).keep(sourceIn(tree, 'disk/f'), null);
    expect(digest).toBe(hash('sha256', LARGE));
    const extents = execFileSync('filefrag', ['-v', tree.path('disk/contents', digest)], { encoding: 'utf8' });
    expect(extents).toContain('shared');
  });
});
