import { rmSync, writeFileSync } from 'node:fs';
import { type OpenDirectory, type OpenFile, openLocalVolume, type Volume } from '@dragoman/fs-core';
import { callOptions, openTree, overridden } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../create-session.ts';
import type { Session } from '../../session.ts';
import { findPage } from './find-page.ts';

const none = { maxTokens: null, maxBytes: null, maxLines: null };

async function pathsIn(session: Session, pattern: string, path?: string): Promise<string[]> {
  const request = { pattern, limits: none, ...(path !== undefined && { path }) };
  return (await findPage(session, request, callOptions)).files.map((file) => file.path);
}

describe.skipIf(process.platform === 'win32')('a page of files', () => {
  it('has links that lead to files, with the size of the file, and none that lead elsewhere', async () => {
    await using tree = await openTree({
      'd/file': 'four',
      'to-file': { link: 'd/file' },
      'to-directory': { link: 'd' },
      'to-nothing': { link: 'none' },
      'to-device': { link: '/dev/null' },
    });
    const session = createSession({ workdir: tree.root });
    const { files } = await findPage(session, { pattern: '*', limits: none }, callOptions);
    expect(files.map(({ path, size }) => [path, size])).toEqual([
      ['d/file', 4],
      ['to-file', 4],
    ]);
  });

  it('follows a link to a directory that the pattern names', async () => {
    await using tree = await openTree({ 'd/e/file': '', 'd/up': { link: '..' }, named: { link: 'd' }, x: '' });
    const session = createSession({ workdir: tree.root });
    expect(await pathsIn(session, 'named/*')).toEqual([]);
    expect(await pathsIn(session, 'named/e/*')).toEqual(['named/e/file']);
    expect(await pathsIn(session, '{d,named}/**/file')).toEqual(['d/e/file', 'named/e/file']);
    expect(await pathsIn(session, '*', 'named/e')).toEqual(['named/e/file']);
  });

  it.skipIf(process.platform !== 'linux')(
    'has no name that is not UTF-8 where the way leads through a link',
    async () => {
      await using tree = await openTree({ 'd/x': '', named: { link: 'd' } });
      writeFileSync(Buffer.from(`${tree.root}/d/caf\xe9`, 'latin1'), '');
      const session = createSession({ workdir: tree.root });
      expect(await pathsIn(session, '{d,named}/*')).toEqual(['d/caf\udce9', 'd/x', 'named/x']);
    },
  );

  it('has no file that is gone once it is looked at, and none of a directory that is gone', async () => {
    await using tree = await openTree({ 'a/file': '', 'b/file': '', c: '' });
    const local = openLocalVolume({ allow: [tree.root] });
    const entriesOf = (directory: OpenDirectory) =>
      overridden(directory, {
        openDirectory(path) {
          if (path === 'a') rmSync(tree.path('a'), { recursive: true });
          return directory.openDirectory(path);
        },
        stat(name) {
          rmSync(tree.path('c'));
          return directory.stat(name);
        },
      });
    let opened = 0;
    const volume = overridden(local, {
      async open(path, purpose) {
        const found = await local.open(path, purpose);
        opened += 1;
        // The walk is over when the directory is opened once more.
        return found.kind === 'directory' && opened > 1 ? entriesOf(found) : found;
      },
    });
    const session = createSession({ workdir: tree.root, volume });
    expect(await pathsIn(session, '{*,*/*}')).toEqual(['b/file']);
    expect(opened).toBeGreaterThan(1);
  });

  it('is empty where a file has taken the place of the directory, and fails where no file can be looked at', async () => {
    await using tree = await openTree({ 'd/file': '' });
    const local = openLocalVolume({ allow: [tree.root] });
    const found = async (openAgain: (path: string) => Promise<OpenDirectory | OpenFile>) => {
      let opened = 0;
      const open: Volume['open'] = (path) => (opened++ === 0 ? local.open(path) : openAgain(path));
      return pathsIn(createSession({ workdir: tree.root, volume: overridden(local, { open }) }), '*', 'd');
    };
    const failing = found(async (path) => {
      const stat = (): never => {
        throw new TypeError('A fault that nobody foresaw');
      };
      return overridden((await local.open(path)) as OpenDirectory, { stat });
    });
    await expect(failing).rejects.toThrow('nobody foresaw');
    const replaced = found((path) => {
      rmSync(path, { recursive: true });
      writeFileSync(path, '');
      return local.open(path);
    });
    expect(await replaced).toEqual([]);
  });
});
