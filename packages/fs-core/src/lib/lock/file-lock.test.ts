import { existsSync, lutimesSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { lockFile, lockName } from './file-lock.ts';
import { currentOwner } from './lock-owner.ts';

describe('lockFile', () => {
  it('names the holder after a bounded wait, and is free again afterwards', async () => {
    await using tree = await openTree();
    {
      using _held = await lockFile('/a', { directory: tree.root });
      const second = lockFile('/a', { directory: tree.root, waitMs: 5 });
      await expect(second).rejects.toMatchObject({ code: 'CONFLICT', details: { path: '/a', holder: process.pid } });
    }
    using _again = await lockFile('/a', { directory: tree.root, waitMs: 5 });
    expect(readdirSync(tree.root)).toHaveLength(1);
  });

  it('waits no longer for one holder than the caller has waited for it already', async () => {
    await using tree = await openTree();
    const waitMs = 3_600_000;
    using _held = await lockFile('/a', { directory: tree.root });
    const [lock = ''] = readdirSync(tree.root);
    lutimesSync(tree.path(lock), 0, Date.now() / 1000 - 7200);
    const since = Date.now() - waitMs;
    await expect(lockFile('/a', { directory: tree.root, waitMs, since })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it.skipIf(process.platform !== 'linux')('takes the lock of a dead owner, its process id reused or not', async () => {
    await using tree = await openTree();
    const [pid, , place] = currentOwner().split('-');
    for (const mark of [`4194399-5-${place}`, `${pid}-5-${place}`]) {
      const held = await lockFile('/a', { directory: tree.root });
      const [lock = ''] = readdirSync(tree.root);
      held[Symbol.dispose]();
      symlinkSync(`${mark}.000000000000`, tree.path(lock));
      using _taken = await lockFile('/a', { directory: tree.root, waitMs: 1000 });
      expect(readdirSync(tree.root)).toEqual([lock]);
    }
    expect(readdirSync(tree.root)).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')(
    'waits for an owner elsewhere until the lock is older than any write',
    async () => {
      await using tree = await openTree();
      const held = await lockFile('/a', { directory: tree.root });
      const [lock = ''] = readdirSync(tree.root);
      held[Symbol.dispose]();
      symlinkSync('1-5-00000000.000000000000', tree.path(lock));
      await expect(lockFile('/a', { directory: tree.root, waitMs: 5 })).rejects.toMatchObject({
        details: { holder: 1 },
      });
      lutimesSync(tree.path(lock), 0, Date.now() / 1000 - 3600);
      using _taken = await lockFile('/a', { directory: tree.root, waitMs: 1000 });
    },
  );

  it.skipIf(process.platform !== 'linux')('sweeps the locks of the dead, and leaves those of the living', async () => {
    const [, , place] = currentOwner().split('-');
    const living = `${currentOwner()}.000000000000`;
    await using tree = await openTree({
      ['a'.repeat(32)]: { link: `4194399-5-${place}.000000000000` },
      ['b'.repeat(32)]: { link: living },
    });
    {
      using _lock = await lockFile('/c', { directory: tree.root });
    }
    expect(readdirSync(tree.root)).toEqual(['b'.repeat(32)]);
  });

  it('waits no longer than the caller wants it', async () => {
    await using tree = await openTree();
    using _held = await lockFile('/a', { directory: tree.root });
    const controller = new AbortController();
    const waiting = lockFile('/a', { directory: tree.root, waitMs: 3_600_000, signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('says so at once if something else has the name of a lock', async () => {
    await using tree = await openTree();
    const lock = tree.path(lockName('/a'));
    for (const plant of [() => mkdirSync(lock), () => writeFileSync(lock, '')]) {
      plant();
      const failure = { code: 'IO_ERROR', details: { path: lock, errno: 'EEXIST' } };
      await expect(lockFile('/a', { directory: tree.root })).rejects.toMatchObject(failure);
      rmSync(lock, { recursive: true });
    }
  });

  it('does without where there is no place for locks', async () => {
    using _one = await lockFile('/a', { directory: null });
    using _other = await lockFile('/a', { directory: '/nowhere' });
    expect(existsSync('/nowhere')).toBe(false);
  });
});
