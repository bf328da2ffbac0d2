import { createHash } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openLocalVolume } from '../local/local-volume.ts';
import { type VersionOptions, versionOf } from './version.ts';

describe('versionOf', () => {
  afterEach(() => void vi.useRealTimers());

  const version = async (root: string, path: string, options?: VersionOptions): Promise<string> => {
    using file = await openLocalVolume({ allow: [root] }).open(path);
    if (file.kind !== 'file') throw new Error('not a file');
    return await versionOf(file, options);
  };

  it('is the digest of the bytes, whatever the times', async () => {
    await using tree = await openTree({ file: 'hello' });
    const expected = `sha256:${createHash('sha256').update('hello').digest('hex')}`;
    expect(await version(tree.root, tree.path('file'))).toBe(expected);
    utimesSync(tree.path('file'), 1, 1);
    expect(await version(tree.root, tree.path('file'))).toBe(expected);
    writeFileSync(tree.path('file'), 'world');
    expect(await version(tree.root, tree.path('file'))).not.toBe(expected);
  });

  it('is known of what was written, without a read', async () => {
    await using tree = await openTree();
    // Else nothing of a file that was just written would be remembered.
    vi.setSystemTime(Date.now() + 3_600_000);
    const volume = openLocalVolume({ allow: [tree.root] });
    const { version } = await volume.update(tree.path('file'), () => [Buffer.from('hello')]);
    using file = await volume.open(tree.path('file'));
    if (file.kind !== 'file') throw new Error('not a file');
    const read = vi.spyOn(file, 'read');
    expect(await versionOf(file)).toBe(version);
    expect(read).not.toHaveBeenCalled();
  });

  it('is opaque over the limit, and changes with the file', async () => {
    await using tree = await openTree({ file: 'hello' });
    const before = await version(tree.root, tree.path('file'), { maxBytes: 4 });
    expect(before).toMatch(/^state:[0-9a-f]{64}$/);
    expect(await version(tree.root, tree.path('file'), { maxBytes: 4 })).toBe(before);
    writeFileSync(tree.path('file'), 'hello world');
    expect(await version(tree.root, tree.path('file'), { maxBytes: 4 })).not.toBe(before);
  });
});
