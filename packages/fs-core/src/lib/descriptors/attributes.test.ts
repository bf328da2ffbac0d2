import { chmodSync, chownSync, closeSync, fstatSync, openSync, statSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { changeMode, copyOwnerAndMode, initialMode } from './attributes.ts';

/** Dresses a file like another, and tells what the file is then. */
async function dressed(prepare: (old: string) => void) {
  await using tree = await openTree({ old: '', new: '' });
  prepare(tree.path('old'));
  const fd = openSync(tree.path('new'), 'r+');
  const notKept = copyOwnerAndMode(fd, fstatSync(fd, { bigint: true }), statSync(tree.path('old'), { bigint: true }));
  closeSync(fd);
  const { uid, gid, mode } = statSync(tree.path('new'));
  return { notKept, uid, gid, mode: mode & 0o7777 };
}

describe('copyOwnerAndMode', () => {
  it('gives the mode of the file that is replaced', async () => {
    expect(await dressed((old) => chmodSync(old, 0o640))).toMatchObject({ notKept: [], mode: 0o640 });
  });

  it.each([0o4755, 0o2755, 0o6711, 0o7755])('leaves out what lets others run it as its owner: %o', async (mode) => {
    const bits = mode & 0o1777;
    expect(await dressed((old) => chmodSync(old, mode))).toMatchObject({ notKept: ['mode'], mode: bits });
  });

  it.runIf(process.getuid?.() === 0)('gives its owner and group too, and no rights of theirs', async () => {
    const prepare = (old: string) => {
      chownSync(old, 1234, 2345);
      chmodSync(old, 0o6751);
    };
    expect(await dressed(prepare)).toEqual({ notKept: ['mode'], uid: 1234, gid: 2345, mode: 0o751 });
  });
});

describe('changeMode', () => {
  it('gives a file a mode, whatever the umask', async () => {
    await using tree = await openTree({ new: '' });
    const fd = openSync(tree.path('new'), 'r+');
    expect(changeMode(fd, fstatSync(fd, { bigint: true }), 0o666)).toBe(true);
    closeSync(fd);
    expect(statSync(tree.path('new')).mode & 0o777).toBe(0o666);
  });
});

describe('initialMode', () => {
  it.each([
    [0o644, 0o644],
    [0o755, 0o755],
    [0o4755, 0o755],
    [0o600, 0o600],
    [0o640, 0o600],
    [0o604, 0o600],
    [0o664, 0o600],
    [0o466, 0o600],
  ])('lets nobody do what a file of mode %o forbids', (mode, initial) => {
    expect(initialMode(mode)).toBe(initial);
  });
});
