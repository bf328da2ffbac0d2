import { execFileSync } from 'node:child_process';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openLocalVolume } from './local-volume.ts';
import { chdirPlatform, choosePlatform } from './platform.ts';
import type { OpenDirectory } from './volume.ts';

describe.each([choosePlatform(), chdirPlatform])('a directory opened by way of $strategy', (platform) => {
  async function openDirectory(root: string, path: string): Promise<OpenDirectory> {
    const opened = await openLocalVolume({ allow: [root], deny: ['**/denied*'], platform }).open(path);
    if (opened.kind !== 'directory') throw new TypeError('Not a directory');
    return opened;
  }

  it('takes the name of an entry only, which leads nowhere else', async () => {
    await using tree = await openTree({ 'd/sub/f': '', beside: '' });
    using directory = await openDirectory(tree.root, tree.path('d'));
    for (const name of ['', '.', '..', '../beside', 'sub/f', '/']) {
      expect(directory.kindOf(name)).toBe(null);
      expect(directory.readLink(name)).toBe(null);
      for (const open of [directory.openFile, directory.openDirectory]) {
        expect(() => open(name)).toThrow(expect.objectContaining({ code: 'ACCESS_DENIED' }));
      }
    }
  });

  it('tells what an entry is, and nothing of what is denied', async () => {
    await using tree = await openTree({ f: '', 'd/f': '', l: { link: 'f' }, denied: '', 'denied-link': { link: 'f' } });
    execFileSync('mkfifo', [tree.path('pipe')]);
    using directory = await openDirectory(tree.root, tree.root);
    const names = ['f', 'd', 'l', 'pipe', 'denied', 'nothing'];
    expect(names.map((name) => directory.kindOf(name))).toEqual(['file', 'directory', 'link', 'other', null, null]);
    expect(['l', 'f', 'nothing', 'denied-link'].map((name) => directory.readLink(name))).toEqual([
      'f',
      null,
      null,
      null,
    ]);
    expect(directory.permits('denied')).toBe(false);
    expect(directory.permits('d/f')).toBe(true);
    expect(directory.modifiedHint('nothing')).toBe(0);
    expect(directory.exchangedHint('nothing')).toBe(Number.POSITIVE_INFINITY);
  });

  it('opens what it is asked for, or says what is there instead', async () => {
    await using tree = await openTree({ f: 'x', d: null, l: { link: 'f' }, denied: '' });
    execFileSync('mkfifo', [tree.path('pipe')]);
    using directory = await openDirectory(tree.root, tree.root);
    using file = directory.openFile('f');
    expect(file.size).toBe(1);
    for (const [name, code] of [
      ['d', 'UNSUPPORTED_FILE'],
      ['l', 'UNSUPPORTED_FILE'],
      ['pipe', 'UNSUPPORTED_FILE'],
      ['denied', 'ACCESS_DENIED'],
      ['nothing', 'NOT_FOUND'],
    ] as const) {
      expect(() => directory.openFile(name)).toThrow(expect.objectContaining({ code }));
    }
    expect(() => directory.openDirectory('f')).toThrow(expect.objectContaining({ code: 'NOT_DIRECTORY' }));
    expect(() => directory.openDirectory('nothing')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });

  it('may be closed twice', async () => {
    await using tree = await openTree();
    using directory = await openDirectory(tree.root, tree.root);
    directory.close();
    directory.close();
  });
});
