import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { openDescriptors, openTree, watchCalls } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { chdirPlatform, procPlatform } from '../descriptors/platform.ts';
import { openLocalVolume } from '../local/local-volume.ts';
import type { OpenFile } from '../volume/open-entry.ts';

const platforms = process.platform === 'linux' ? [procPlatform, chdirPlatform] : [chdirPlatform];

const read = (path: string): string => readFileSync(path, 'utf8');
const other = () => [Buffer.from('other')];

/** Adds to what is there. */
const appended = (current: OpenFile | null) => [
  ...(current === null ? [] : [{ from: 0, to: current.size }]),
  Buffer.from(' ours'),
];

/** Does something once, before a call of the system that has a path of a name. */
function onceBefore(call: string, name: string, act: () => void): Disposable {
  let isDone = false;
  return watchCalls([call], (_, args) => {
    if (isDone || !args.some((arg) => basename(String(arg)) === name)) return;
    isDone = true;
    act();
  });
}

const keptIn = (directory: string): string[] => readdirSync(directory).filter((name) => name.endsWith('.old'));

describe.each(platforms)('what another program does in the middle of a transaction ($strategy)', (platform) => {
  it.each(['linkSync', 'renameSync'])(
    'goes into what is computed anew, if a file was written before %s',
    async (call) => {
      await using tree = await openTree({ a: 'old', b: '' });
      const volume = openLocalVolume({ allow: [tree.root], platform });
      const path = tree.path('a');
      using _ = onceBefore(call, 'a', () => writeFileSync(path, 'theirs, longer'));
      await volume.transact([
        { kind: 'write', path: tree.path('b'), change: other },
        { kind: 'write', path, change: appended },
      ]);
      expect(read(path)).toBe('theirs, longer ours');
      expect(readdirSync(tree.root).sort()).toEqual(['a', 'b']);
      expect(openDescriptors().filter((open) => open.startsWith(tree.root))).toEqual([]);
    },
  );

  it('is not lost with a file that was open when it got new content', async () => {
    await using tree = await openTree({ a: 'old', b: '' });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    const fd = openSync(tree.path('a'), 'r+');
    using _ = onceBefore('linkSync', 'b', () => writeSync(fd, 'theirs, longer'));
    await volume.transact([
      { kind: 'write', path: tree.path('a'), change: appended },
      { kind: 'write', path: tree.path('b'), change: other },
    ]);
    closeSync(fd);
    expect(read(tree.path('a'))).toBe('theirs, longer ours');
  });

  it('is judged with a file that is moved, if it was written after others were changed', async () => {
    await using tree = await openTree({ a: 'old', b: '' });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    const judged: (number | undefined)[] = [];
    using _ = onceBefore('renameSync', 'b', () => writeFileSync(tree.path('a'), 'theirs, longer'));
    await volume.transact([
      { kind: 'write', path: tree.path('b'), change: other },
      {
        kind: 'move',
        from: tree.path('a'),
        to: tree.path('c'),
        precondition: async (current) => void judged.push(current?.size),
      },
    ]);
    expect(read(tree.path('c'))).toBe('theirs, longer');
    expect(judged).toEqual([3, 14]);
  });

  it('leaves a file that was just made under the name that was free', async () => {
    await using tree = await openTree({});
    const volume = openLocalVolume({ allow: [tree.root], platform });
    const path = tree.path('new');
    using _ = onceBefore('renameSync', 'first', () => writeFileSync(path, 'theirs'));
    await volume.transact([
      { kind: 'write', path: tree.path('first'), change: other },
      { kind: 'write', path, change: appended },
    ]);
    expect(read(path)).toBe('theirs ours');
    expect(readdirSync(tree.root).sort()).toEqual(['first', 'new']);
  });

  it('keeps a move from a name that was just taken', async () => {
    await using tree = await openTree({ a: '1', b: '2' });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    using _ = onceBefore('renameSync', 'a2', () => writeFileSync(tree.path('b2'), 'theirs'));
    const moves = volume.transact([
      { kind: 'move', from: tree.path('a'), to: tree.path('a2') },
      { kind: 'move', from: tree.path('b'), to: tree.path('b2') },
    ]);
    await expect(moves).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', failure: { problem: 'exists' } });
    expect(readdirSync(tree.root).sort()).toEqual(['a', 'b', 'b2']);
    expect(read(tree.path('b2'))).toBe('theirs');
  });

  it('brings a directory back that something was saved in', async () => {
    await using tree = await openTree({ 'd/one': '1' });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    using _ = onceBefore('renameSync', 'd', () => writeFileSync(tree.path('d/theirs'), 'theirs'));
    const precondition = async (): Promise<void> => {
      if (existsSync(tree.path('d/theirs'))) throw new RangeError('somebody works there');
    };
    const removal = volume.remove(tree.path('d'), { recursive: true, precondition });
    await expect(removal).rejects.toThrow('somebody works there');
    expect(readdirSync(tree.path('d')).sort()).toEqual(['one', 'theirs']);
  });

  it('brings a directory back that something was saved in by one who was there', async () => {
    await using tree = await openTree({ 'd/in/one': '1', z: '' });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    const inside = (): void => {
      for (const name of keptIn(tree.root)) writeFileSync(join(tree.root, name, 'in/theirs'), 'theirs');
    };
    using _ = onceBefore('linkSync', 'z', inside);
    const precondition = async (): Promise<void> => {
      if (existsSync(tree.path('d/in/theirs'))) throw new RangeError('somebody works there');
    };
    const changes = volume.transact([
      { kind: 'remove', path: tree.path('d'), recursive: true, precondition },
      { kind: 'write', path: tree.path('z'), change: other },
    ]);
    await expect(changes).rejects.toThrow('somebody works there');
    expect(readdirSync(tree.path('d/in')).sort()).toEqual(['one', 'theirs']);
    expect(read(tree.path('z'))).toBe('');
    expect(readdirSync(tree.root).sort()).toEqual(['d', 'z']);
  });

  it('keeps a directory that is empty no longer', async () => {
    await using tree = await openTree({});
    mkdirSync(tree.path('d'));
    const volume = openLocalVolume({ allow: [tree.root], platform });
    using _ = onceBefore('renameSync', 'd', () => writeFileSync(tree.path('d/theirs'), 'theirs'));
    await expect(volume.remove(tree.path('d'))).rejects.toMatchObject({ code: 'IO_ERROR' });
    expect(read(tree.path('d/theirs'))).toBe('theirs');
  });

  it('is told apart from a file that was saved by another name and put in its place', async () => {
    await using tree = await openTree({ a: 'old', b: '' });
    const volume = openLocalVolume({ allow: [tree.root], platform });
    using _ = onceBefore('linkSync', 'b', () => {
      writeFileSync(tree.path('.a.swp'), 'theirs');
      renameSync(tree.path('.a.swp'), tree.path('a'));
    });
    await volume.transact([
      { kind: 'write', path: tree.path('b'), change: other },
      { kind: 'write', path: tree.path('a'), change: appended },
    ]);
    expect(read(tree.path('a'))).toBe('theirs ours');
  });
});
