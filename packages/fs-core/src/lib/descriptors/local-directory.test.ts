import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, openSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { openTree, passTick } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ToolError } from '../errors/tool-error.ts';
import { openLocalVolume } from '../local/local-volume.ts';
import type { DirectoryEntry, OpenDirectory } from '../volume/open-entry.ts';
import { chdirPlatform, choosePlatform } from './platform.ts';

describe.each([choosePlatform(), chdirPlatform])('a directory opened by way of $strategy', (platform) => {
  afterEach(() => void vi.useRealTimers());

  async function openDirectory(root: string, path: string): Promise<OpenDirectory> {
    const opened = await openLocalVolume({ allow: [root], deny: ['**/denied*'], platform }).open(path);
    if (opened.kind !== 'directory') throw new TypeError('Not a directory');
    return opened;
  }

  it('takes names of entries only, which lead nowhere else', async () => {
    await using tree = await openTree({ 'd/sub/f': '', beside: '' });
    using directory = await openDirectory(tree.root, tree.path('d'));
    expect([directory.stat('sub/f'), directory.readLink('sub/f')]).toEqual([null, null]);
    for (const name of ['', '.', '..', '../beside', 'sub/../../beside', './sub', 'sub/.', 'sub//f', 'sub/', '/']) {
      expect(directory.stat(name)).toBe(null);
      expect(directory.readLink(name)).toBe(null);
      const denied = expect.objectContaining({ code: 'ACCESS_DENIED' });
      expect(() => directory.openFile(name)).toThrow(denied);
      expect(() => directory.openDirectory(name)).toThrow(denied);
    }
  });

  it('tells what an entry is, and nothing of what is denied', async () => {
    await using tree = await openTree({ f: '', 'd/f': '', l: { link: 'f' }, denied: '', 'denied-link': { link: 'f' } });
    execFileSync('mkfifo', [tree.path('pipe')]);
    using directory = await openDirectory(tree.root, tree.root);
    const names = ['f', 'd', 'l', 'pipe', 'denied', 'nothing'];
    expect(names.map((name) => directory.stat(name)?.kind)).toEqual([
      'file',
      'directory',
      'link',
      'other',
      undefined,
      undefined,
    ]);
    expect(['l', 'f', 'nothing', 'denied-link'].map((name) => directory.readLink(name))).toEqual([
      'f',
      null,
      null,
      null,
    ]);
    expect(directory.permits('denied')).toBe(false);
    expect(directory.permits('d/f')).toBe(true);
    expect(directory.hintOf('nothing')).toBeNull();
    expect(directory.ctimeHint('nothing')).toBe(Number.POSITIVE_INFINITY);
  });

  it('opens what it is asked for, or says what is there instead', async () => {
    await using tree = await openTree({ f: 'x', d: null, l: { link: 'f' }, denied: '' });
    execFileSync('mkfifo', [tree.path('pipe')]);
    using directory = await openDirectory(tree.root, tree.root);
    using file = directory.openFile('f');
    expect(file.size).toBe(1);
    for (const [name, kind] of [
      ['d', 'directory'],
      ['l', 'symbolic link'],
      ['pipe', 'named pipe'],
    ] as const) {
      const unsupported = { code: 'UNSUPPORTED_FILE', details: { path: tree.path(name), kind } };
      expect(() => directory.openFile(name)).toThrow(expect.objectContaining(unsupported));
    }
    for (const [name, code] of [
      ['denied', 'ACCESS_DENIED'],
      ['nothing', 'NOT_FOUND'],
    ] as const) {
      expect(() => directory.openFile(name)).toThrow(expect.objectContaining({ code }));
    }
    expect(() => directory.openDirectory('f')).toThrow(expect.objectContaining({ code: 'NOT_DIRECTORY' }));
    expect(() => directory.openDirectory('nothing')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });

  it('opens what lies below it, and follows no link on the way', async () => {
    await using outside = await openTree({ 'sub/f': 'secret' });
    await using tree = await openTree({
      'a/b/f': 'x',
      'a/b/l': { link: 'f' },
      'a/denied/f': '',
      'a/inside': { link: 'b' },
      'a/outside': { link: outside.root },
    });
    using root = await openDirectory(tree.root, tree.root);
    using file = root.openFile('a/b/f');
    using directory = root.openDirectory('a/b');
    expect([file.realPath, directory.realPath]).toEqual([tree.path('a/b/f'), tree.path('a/b')]);
    for (const [path, code] of [
      ['a/b/l', 'UNSUPPORTED_FILE'],
      ['a/b', 'UNSUPPORTED_FILE'],
      ['a/denied/f', 'ACCESS_DENIED'],
      ['a/b/nothing', 'NOT_FOUND'],
      ['nothing/f', 'NOT_FOUND'],
    ] as const) {
      expect(() => root.openFile(path)).toThrow(expect.objectContaining({ code }));
    }
    const errorOf = (path: string): unknown => {
      try {
        return root.openFile(path);
      } catch (error) {
        return error instanceof ToolError ? { code: error.code, said: error.message.replaceAll(path, '') } : error;
      }
    };
    // Nothing tells whether there is such a file outside.
    const [refused, ...others] = ['a/outside/sub/f', 'a/outside/sub/nothing', 'a/inside/f'].map(errorOf);
    expect(refused).not.toHaveProperty('kind');
    for (const other of others) expect(other).toEqual(refused);
    expect(() => root.openDirectory('a/outside/sub')).toThrow(ToolError);
  });

  it('remembers what it holds, and what lies below it, until that changes', async () => {
    await using tree = await openTree({ 'd/f': '', 'd/denied': '', 'd/sub/g': '' });
    await using beside = await openTree();
    vi.setSystemTime(Date.now() + 3_600_000);
    using root = await openDirectory(tree.root, tree.root);
    const namesOf = (entries: readonly DirectoryEntry[] | null) => entries?.map(({ name }) => name).sort() ?? null;
    const knownNames = () => namesOf(root.knownEntries('d'));
    const read = () => {
      using directory = root.openDirectory('d');
      return namesOf(directory.entries());
    };

    expect([knownNames(), read(), knownNames()]).toEqual([null, ['f', 'sub'], ['f', 'sub']]);
    expect([root.knownEntries('d/sub'), root.knownEntries('nothing')]).toEqual([null, null]);
    passTick(beside.path('probe'));
    writeFileSync(tree.path('d/g'), '');
    expect([knownNames(), read(), knownNames()]).toEqual([null, ['f', 'g', 'sub'], ['f', 'g', 'sub']]);
    renameSync(tree.path('d'), tree.path('e'));
    symlinkSync('e', tree.path('d'));
    expect(knownNames()).toBe(null);
  });

  it('tells what it holds now, though it was opened and read before', async () => {
    await using tree = await openTree({ f: '' });
    await using beside = await openTree();
    vi.setSystemTime(Date.now() + 3_600_000);
    using directory = await openDirectory(tree.root, tree.root);
    expect(directory.entries()).toHaveLength(1);
    passTick(beside.path('probe'));
    writeFileSync(tree.path('g'), '');
    expect(directory.entries()).toHaveLength(2);
  });

  it('judges what it holds where that is now, or does not find it', async () => {
    await using tree = await openTree({ 'd/f': 'x' });
    using directory = await openDirectory(tree.root, tree.path('d'));
    const found = (): unknown => {
      try {
        using file = directory.openFile('f');
        return file.realPath;
      } catch (error) {
        return error instanceof ToolError ? error.code : error;
      }
    };
    renameSync(tree.path('d'), tree.path('moved'));
    const moved = found();
    renameSync(tree.path('moved'), tree.path('denied'));
    // Only a descriptor follows a directory that is moved.
    const expected = { proc: [tree.path('moved/f'), 'ACCESS_DENIED'], chdir: ['NOT_FOUND', 'NOT_FOUND'] };
    expect([moved, found()]).toEqual(expected[platform.strategy]);
  });

  it('may be closed twice, and gives back no descriptor that another has got meanwhile', async () => {
    await using tree = await openTree({ f: '' });
    using directory = await openDirectory(tree.root, tree.root);
    directory.close();
    const file = openSync(tree.path('f'), 'r');
    directory.close();
    expect(fstatSync(file).isFile()).toBe(true);
    closeSync(file);
  });
});
