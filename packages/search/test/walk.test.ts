import { choosePlatform, openLocalVolume, type Volume } from '@dragoman/fs-core';
import { openTree } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compilePathPattern, type FindPathsRequest, findPaths, type PathSearch } from '../src/index.ts';

const PATTERN = compilePathPattern('**', { dot: true, ignoreCase: false });
const REQUEST = { pattern: PATTERN, kinds: 'files', ignoreFiles: 'all', skip: new Set<string>() } as const;

async function search(
  volume: Volume,
  path: string,
  request: Partial<FindPathsRequest> = {},
): Promise<{ found: string[]; notes: PathSearch['notes'] }> {
  using directory = await volume.open(path);
  if (directory.kind !== 'directory') throw new TypeError('Not a directory');
  const paths = findPaths(volume, directory, { ...REQUEST, ...request });
  const found: string[] = [];
  for await (const batch of paths) found.push(...batch.map((each) => each.path));
  return { found: found.sort(), notes: paths.notes };
}

/** A volume whose directory `locked` cannot be read, the names of all entries opened so far, and what is still open. */
function watchedVolume(root: string) {
  const platform = choosePlatform();
  const opened: string[] = [];
  const open = new Set<unknown>();
  const volume = openLocalVolume({
    allow: [root],
    platform: {
      ...platform,
      pinEntry(directory, name) {
        const pin = platform.pinEntry(directory, name);
        opened.push(name);
        open.add(pin);
        return pin;
      },
      within(directory, act) {
        if (directory.realPath.endsWith('/locked')) throw Object.assign(new Error('Locked'), { code: 'EACCES' });
        return platform.within(directory, act);
      },
      release(pin) {
        open.delete(pin);
        platform.release(pin);
      },
    },
  });
  return { volume, opened, open };
}

describe('a walk', () => {
  afterEach(() => void vi.useRealTimers());

  it('opens no directory whose entries it knows from an earlier walk', async () => {
    await using tree = await openTree({ 'outer/inner/f': '', 'outer/g': '', 'ruled/.gitignore': 'h\n', 'ruled/h': '' });
    // The entries of directories that changed just now are not remembered.
    vi.setSystemTime(Date.now() + 3_600_000);
    const { volume, opened } = watchedVolume(tree.root);
    const first = await search(volume, tree.root);
    expect(first.found).toEqual(['outer/g', 'outer/inner/f', 'ruled/.gitignore']);
    expect(opened.splice(0)).toEqual(expect.arrayContaining(['outer', 'inner', 'ruled', '.gitignore']));
    expect(await search(volume, tree.root)).toEqual(first);
    // Ignore files are read anew each time.
    const openedAgain = () => opened.splice(0).filter((name) => !tree.root.includes(name));
    expect(openedAgain()).toEqual(['ruled', '.gitignore']);
    expect((await search(volume, tree.root, { ignoreFiles: 'none' })).found).toContain('ruled/h');
    expect(openedAgain()).toEqual([]);
  });

  // Elsewhere a path has no room for so many names.
  it.skipIf(process.platform !== 'linux')('goes as deep as a path of the system can', async () => {
    const deep = `${'d/'.repeat(600)}f`;
    await using tree = await openTree({ [deep]: '' });
    const { found, notes } = await search(openLocalVolume({ allow: [tree.root] }), tree.root);
    expect({ found, unreadable: notes.unreadable }).toEqual({ found: [deep], unreadable: 0 });
  });

  it('keeps nothing open, not even a directory that cannot be read', async () => {
    await using tree = await openTree({ 'a/locked/f': '', 'a/b/c': '', d: '' });
    const { volume, open } = watchedVolume(tree.root);
    const { found, notes } = await search(volume, tree.root);
    expect(found).toEqual(['a/b/c', 'd']);
    expect(notes.unreadable).toBe(1);
    expect([...open]).toEqual([]);
  });
});
