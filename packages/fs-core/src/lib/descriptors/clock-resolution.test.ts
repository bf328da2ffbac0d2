import { closeSync, fstatSync, openSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { clockResolutionMs } from './clock-resolution.ts';

it('is that of the file system, which here has no whole seconds', async () => {
  await using tree = await openTree({ f: '' });
  const fd = openSync(tree.path('f'), 'r+');
  try {
    const found = clockResolutionMs(fd);
    // A machine that does nothing for 50 ms between two changes sees no step.
    expect(found === null || (found > 0 && found < 1000)).toBe(true);
    expect(fstatSync(fd).size).toBe(0);
  } finally {
    closeSync(fd);
  }
});
