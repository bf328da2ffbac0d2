import { fstatSync, openSync, statSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { closeLater } from './close-later.ts';

it.each([
  ['small', 10],
  ['large', 10 * 1024 * 1024],
])('closes %s files when nobody waits for them, and never leaves many open', async (_, bytes) => {
  await using tree = await openTree({ file: '' });
  const descriptors = Array.from({ length: 12 }, () => openSync(tree.path('file'), 'r'));
  const open = () => descriptors.filter((fd) => isOpen(fd, tree.path('file')));
  for (const fd of descriptors) closeLater(fd, bytes);
  if (bytes === 10) expect(open()).toEqual(descriptors.slice(0, 8));
  expect(open().length).toBeLessThanOrEqual(8);
  await expect.poll(open).toEqual([]);
});

/** Whether a descriptor still stands for the file: its number may have been given to another by now. */
function isOpen(fd: number, path: string): boolean {
  try {
    return fstatSync(fd).ino === statSync(path).ino;
  } catch {
    return false;
  }
}
