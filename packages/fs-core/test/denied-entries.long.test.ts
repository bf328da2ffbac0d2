import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { openLocalVolume } from '../src/index.ts';

it('looks for denied entries among 100,000 files without holding others up', async () => {
  await using tree = await openTree({ 'a/secrets': null });
  for (let number = 0; number < 97; number += 1) mkdirSync(tree.path('a', `${number}`));
  for (let number = 0; number < 100_000; number += 1)
    writeFileSync(tree.path('a', number % 5 === 0 ? 'secrets' : `${number % 97}`, `f${number}`), '');
  linkSync(tree.path('a/secrets/f0'), tree.path('a/1/open'));
  const volume = openLocalVolume({ allow: [tree.path('a')], deny: ['secrets'] });
  const startMs = performance.now();
  const looking = volume.deniedEntries('trees');
  let isOver = false;
  void looking.finally(() => {
    isOver = true;
  });
  let [longestMs, lastMs] = [0, startMs];
  while (!isOver) {
    await nextTurn();
    const nowMs = performance.now();
    [longestMs, lastMs] = [Math.max(longestMs, nowMs - lastMs), nowMs];
  }
  expect((await looking).unreadableFiles).toEqual([tree.path('a/1/open')]);
  // Held up, others would wait for all of it.
  expect(longestMs).toBeLessThan((lastMs - startMs) / 4);
}, 300_000);
