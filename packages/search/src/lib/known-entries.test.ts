import { writeFileSync } from 'node:fs';
import { openLocalVolume } from '@dragoman/fs-core';
import { openTree, passTick } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createKnownEntries } from './known-entries.ts';

describe('createKnownEntries', () => {
  afterEach(() => void vi.useRealTimers());

  it('opens a directory again only when its names have changed, or may have', async () => {
    await using tree = await openTree({ 'd/f': '' });
    const volume = openLocalVolume({ allow: [tree.root] });
    using root = await volume.open(tree.root);
    if (root.kind !== 'directory') throw new TypeError('Not a directory');
    let opened = 0;
    const namesOfD = (): string[] => {
      using directory = root.openDirectory('d');
      const open = () => {
        opened += 1;
        return directory;
      };
      const entries = createKnownEntries(volume, root)('d', open);
      return entries.map(({ name }) => name).sort();
    };

    // It was made just now: one more name might not show in its times.
    expect([namesOfD(), namesOfD(), opened]).toEqual([['f'], ['f'], 2]);
    vi.setSystemTime(Date.now() + 3_600_000);
    expect([namesOfD(), namesOfD(), opened]).toEqual([['f'], ['f'], 3]);
    passTick(tree.path('probe'));
    writeFileSync(tree.path('d/g'), '');
    expect([namesOfD(), namesOfD(), opened]).toEqual([['f', 'g'], ['f', 'g'], 4]);
  });
});
