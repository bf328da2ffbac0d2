import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fillDisk, mount, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { recordingIn } from './recording.ts';

describe('a write that the system refuses', () => {
  it('in an undo or a redo, says so and changes nothing', async (context) => {
    await using tree = await openTree({ work: null });
    const [work, file] = [tree.path('work'), tree.path('work/f')];
    using _disk = mount(context, '-t', 'tmpfs', '-o', 'size=1m,nr_inodes=40', 'tmpfs', work);
    writeFileSync(file, 'one');
    const { history, write, operations: listed } = recordingIn(tree);
    await write('f', 'two');
    const operations = await listed();
    const remount = (how: string) => execFileSync('mount', ['-o', `remount,${how}`, work], { stdio: 'pipe' });
    for (const [direction, before, after] of [
      ['undo', 'two', 'one'],
      ['redo', 'one', 'two'],
    ] as const) {
      const apply = () => history.apply({ direction, operations });
      const filled = fillDisk(work, 0, 0);
      await expect(apply()).rejects.toMatchObject({ code: 'DISK_FULL', details: { path: file, errno: 'ENOSPC' } });
      for (const name of filled) rmSync(name);
      remount('ro');
      await expect(apply()).rejects.toMatchObject({ code: 'READ_ONLY', details: { path: file, errno: 'EROFS' } });
      remount('rw');
      expect(readFileSync(file, 'utf8')).toBe(before);
      expect(await apply()).toBeNull();
      expect(readFileSync(file, 'utf8')).toBe(after);
    }
  });
});
