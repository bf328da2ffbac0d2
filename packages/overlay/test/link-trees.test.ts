import { openLocalVolume } from '@dragoman/fs-core';
import { linkTreesSuite, openTree, testRounds } from '@dragoman/testing';
import { expect } from 'vitest';
import { overlayOf } from '../src/index.ts';

/** Overlays of which each write is committed at once. A dangling link is refused if it leads through a denied path. */
linkTreesSuite({
  kind: 'an overlay',
  numRuns: testRounds(12),
  detourCodes: ['ACCESS_DENIED'],
  async open(home) {
    const place = await openTree();
    const below = openLocalVolume({ allow: [home], deny: ['**/denied'], fsync: false });
    const volume = overlayOf(below, { at: place.path('overlay') });
    await volume.prepare();
    return {
      volume,
      commit: async () => expect(await volume.commit()).toMatchObject({ conflicts: [] }),
      async [Symbol.asyncDispose]() {
        await volume[Symbol.asyncDispose]();
        await place[Symbol.asyncDispose]();
      },
    };
  },
});
