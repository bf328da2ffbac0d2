import { createHash } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openLocalVolume } from './local-volume.ts';
import { type VersionOptions, versionOf } from './version.ts';

describe('versionOf', () => {
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

  it('is opaque over the limit, and changes with the file', async () => {
    await using tree = await openTree({ file: 'hello' });
    const before = await version(tree.root, tree.path('file'), { maxBytes: 4 });
    expect(before).toMatch(/^state:[0-9a-f]{64}$/);
    expect(await version(tree.root, tree.path('file'), { maxBytes: 4 })).toBe(before);
    writeFileSync(tree.path('file'), 'hello world');
    expect(await version(tree.root, tree.path('file'), { maxBytes: 4 })).not.toBe(before);
  });
});
