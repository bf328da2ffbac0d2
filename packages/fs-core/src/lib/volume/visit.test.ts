import { openTree, overridden } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openLocalVolume } from '../local/local-volume.ts';
import type { OpenDirectory } from './open-entry.ts';
import { visitRoot } from './visit.ts';

describe('visitRoot', () => {
  afterEach(() => void vi.useRealTimers());

  it('opens a directory once, and only where what it holds is not known', async () => {
    await using tree = await openTree({ 'd/e/f': '' });
    // Else nothing of a tree that was just made would be remembered.
    vi.setSystemTime(Date.now() + 3_600_000);
    const opened = await openLocalVolume({ allow: [tree.root] }).open(tree.root);
    if (opened.kind !== 'directory') throw new TypeError('Not a directory');
    using directory = opened;
    const openDirectory = vi.fn((name: string) => directory.openDirectory(name));
    const root: OpenDirectory = overridden(directory, { openDirectory });

    const look = () => {
      using outer = visitRoot(root).enter('d');
      using inner = outer.enter('e');
      return [outer, inner, inner].map((visit) => [visit.path, visit.entries()]);
    };
    const seen = [
      ['d', [{ name: 'e', kind: 'directory' }]],
      ['d/e', [{ name: 'f', kind: 'file' }]],
      ['d/e', [{ name: 'f', kind: 'file' }]],
    ];
    expect(look()).toEqual(seen);
    expect(openDirectory.mock.calls).toEqual([['d']]);
    expect(look()).toEqual(seen);
    expect(openDirectory).toHaveBeenCalledTimes(1);
  });

  it('closes what it opened, and not where it began', async () => {
    await using tree = await openTree({ 'd/f': '' });
    const opened = await openLocalVolume({ allow: [tree.root] }).open(tree.root);
    if (opened.kind !== 'directory') throw new TypeError('Not a directory');
    using directory = opened;
    using inner = directory.openDirectory('d');
    const [closeRoot, closeInner] = [vi.fn(), vi.fn()];
    const root: OpenDirectory = overridden(directory, {
      close: closeRoot,
      openDirectory: () => overridden(inner, { close: closeInner, [Symbol.dispose]: closeInner }),
    });
    {
      using visit = visitRoot(root);
      using unopened = visit.enter('d');
      expect(unopened.path).toBe('d');
      using entered = visit.enter('d');
      expect(entered.open()).toBe(entered.open());
    }
    expect(closeInner).toHaveBeenCalledTimes(1);
    expect(closeRoot).not.toHaveBeenCalled();
  });
});
