import { openLocalVolume } from '@dragoman/fs-core';
import { openOrNull } from '@dragoman/fs-core/internal/kernel';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createLinkTargets } from './link-targets.ts';

describe('createLinkTargets', () => {
  it('tells what the volume would open, or leaves it to the volume', async () => {
    await using outside = await openTree({ secret: 'x', 'in/x': '' });
    await using tree = await openTree({
      'a/file': 'content',
      'a/.env': 'x',
      'links/near': { link: '../a/file' },
      'links/far': { link: outside.path('secret') },
      'links/gone': { link: '../a/gone' },
      'links/again': { link: 'near' },
      'links/denied': { link: '../a/.env' },
      'links/door': { link: outside.path('in') },
      'links/above': { link: 'door/../secret' },
      'links/through': { link: 'door/x' },
      'links/up': { link: '../../elsewhere' },
      'links/self': { link: 'self' },
      'links/folder': { link: '../a' },
    });
    const volume = openLocalVolume({ allow: [tree.root], deny: ['**/.env'] });
    using directory = await volume.open(tree.root);
    if (directory.kind !== 'directory') throw new TypeError('Not a directory');
    using targets = createLinkTargets(directory);
    const known: string[] = [];
    for (const name of ['near', 'far', 'gone', 'again', 'denied', 'door', 'above', 'through', 'up', 'self', 'folder']) {
      const target = targets.at(`links/${name}`);
      using opened = await openOrNull(volume, tree.path(`links/${name}`), { for: 'names' });
      if (target === null) continue;
      known.push(name);
      expect([name, target.kind]).toEqual([name, opened?.kind]);
      if (opened?.kind === 'file') expect(Math.floor(target.mtimeMs)).toBe(Math.floor(opened.mtimeMs));
    }
    expect(known).toEqual(['near', 'folder']);
  });
});
