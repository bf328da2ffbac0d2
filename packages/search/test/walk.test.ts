import { choosePlatform, openLocalVolume, type Volume } from '@dragoman/fs-core/internal/kernel';
import { openTree, overridden } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compilePathPattern, type FindPathsRequest, findPaths, type PathSearch } from '../src/internal/search.ts';

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

  it('ends with its call, and at once for a call that is over', async () => {
    await using tree = await openTree({ a: '' });
    const volume = openLocalVolume({ allow: [tree.root] });
    await expect(search(volume, tree.root, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });

  it('gives what it has found when its time is over, of the tree or of what links lead to', async () => {
    await using tree = await openTree({ a: '', 'd/a': '', 'd/e/a': '', link: { link: 'd' } });
    const volume = openLocalVolume({ allow: [tree.root] });
    // Each look at the clock takes longer than a turn.
    let nowMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      nowMs += 20;
      return nowMs;
    });
    try {
      const { found, notes } = await search(volume, tree.root, { timeLimitMs: 100 });
      expect([found.includes('d/e/a'), notes.timedOut]).toEqual([false, true]);
      expect((await searchLinks(volume, tree.root, { timeLimitMs: 100 })).notes.timedOut).toBe(true);
    } finally {
      clock.mockRestore();
    }
    expect((await searchLinks(volume, tree.root, { timeLimitMs: 0 })).notes.timedOut).toBe(true);
  });

  it('follows the links that a pattern names, but none that lead to files, to nothing or to what is locked', async () => {
    await using tree = await openTree({
      'd/inner/f': '',
      'd/inner/link': { link: '../../e' },
      'e/f': '',
      'locked/f': '',
      file: '',
      link: { link: 'd' },
      other: { link: 'e' },
      closed: { link: 'locked' },
      'to-file': { link: 'file' },
      'to-nothing': { link: 'none' },
    });
    const { volume } = watchedVolume(tree.root);
    const { found, notes } = await searchLinks(volume, tree.root);
    expect(found).toEqual(['link/inner/f', 'link/inner/link/f', 'other/f']);
    expect([notes.unreadable, notes.timedOut]).toEqual([1, false]);
  });

  it('fails where something fails that nobody foresaw', async () => {
    // Only the volume tells where a way leads that goes up again.
    await using tree = await openTree({ 'd/f': '', link: { link: 'd' }, 'to-file': { link: 'd/../d/f' } });
    const local = openLocalVolume({ allow: [tree.root] });
    const open: Volume['open'] = (path) =>
      path === tree.root ? local.open(path) : Promise.reject(new TypeError('A fault that nobody foresaw'));
    const volume = overridden(local, { open });
    await expect(search(volume, tree.root)).rejects.toThrow('nobody foresaw');
    await expect(searchLinks(volume, tree.root)).rejects.toThrow('nobody foresaw');
    const entries = (): never => {
      throw new TypeError('A fault that nobody foresaw');
    };
    const opening: Volume['open'] = async (path) => {
      const opened = await local.open(path);
      return opened.kind === 'file' || path === tree.root ? opened : overridden(opened, { entries });
    };
    await expect(searchLinks(overridden(local, { open: opening }), tree.root)).rejects.toThrow('nobody foresaw');
  });
});

const NAMED = '{link,other,closed,to-file,to-nothing}/{f,inner/{f,link/f}}';

function searchLinks(volume: Volume, path: string, request: Partial<FindPathsRequest> = {}) {
  const pattern = compilePathPattern(NAMED, { dot: true, ignoreCase: false });
  return search(volume, path, { pattern, followsNamedLinks: true, ...request });
}
