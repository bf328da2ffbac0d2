import { mkdirSync, statSync, symlinkSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { makeDirectories } from './make-directories.ts';

describe('makeDirectories', () => {
  it('makes what is missing with the mode, and leaves what is there', async () => {
    await using tree = await openTree();
    mkdirSync(tree.path('a'), 0o755);
    for (let again = 0; again < 2; again += 1) makeDirectories(tree.path('a/b/c'), 0o700);
    expect(statSync(tree.path('a/b/c')).isDirectory()).toBe(true);
    if (process.platform !== 'win32')
      expect(['a', 'a/b', 'a/b/c'].map((name) => statSync(tree.path(name)).mode & 0o777)).toEqual([
        0o755, 0o700, 0o700,
      ]);
  });

  it('follows a link to a directory, and refuses a file and a link to nothing', async () => {
    await using tree = await openTree({ file: '', 'd/': null });
    symlinkSync('d', tree.path('link'));
    symlinkSync('gone', tree.path('dangling'));
    makeDirectories(tree.path('link/e'), 0o700);
    expect(statSync(tree.path('d/e')).isDirectory()).toBe(true);
    for (const name of ['file', 'file/e', 'dangling']) expect(() => makeDirectories(tree.path(name), 0o700)).toThrow();
  });

  it.skipIf(process.platform !== 'linux')('ends where the system makes nothing', () => {
    expect(() => makeDirectories('/proc/dragoman/d', 0o700)).toThrow('ENOENT');
  });
});
