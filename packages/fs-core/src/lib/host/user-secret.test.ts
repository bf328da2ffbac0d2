import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { SECRET_NAME } from '../paths/own-places.ts';
import { secretKeptIn, userSecret } from './user-secret.ts';

describe('secretKeptIn', () => {
  it('makes a secret for its user alone, and finds it again', async () => {
    await using tree = await openTree();
    const directory = tree.path('state', 'dragoman');
    const secret = await secretKeptIn([directory]);
    expect(secret).toHaveLength(32);
    expect(await secretKeptIn([directory])).toEqual(secret);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(tree.path('state', 'dragoman', SECRET_NAME)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['that others can read', 0o644, 32],
    ['that is too short', 0o600, 31],
  ])('uses none %s, and leaves it as it is', async (_, mode, bytes) => {
    await using tree = await openTree({ open: null });
    const path = tree.path('open', SECRET_NAME);
    chmodSync(tree.path('open'), 0o700);
    writeFileSync(path, Buffer.alloc(bytes, 1));
    chmodSync(path, mode);
    const secret = await secretKeptIn([tree.path('open'), tree.path('mine')]);
    expect(readFileSync(tree.path('mine', SECRET_NAME)).equals(secret)).toBe(true);
    expect(readFileSync(path)).toEqual(Buffer.alloc(bytes, 1));
  });

  it('follows no link to one', async () => {
    await using tree = await openTree({ theirs: 'x'.repeat(32), [`mine/${SECRET_NAME}`]: { link: '../theirs' } });
    chmodSync(tree.path('theirs'), 0o600);
    chmodSync(tree.path('mine'), 0o700);
    expect(Buffer.from(await secretKeptIn([tree.path('mine')])).equals(readFileSync(tree.path('theirs')))).toBe(false);
  });

  it('keeps none in a directory that others can write to', async () => {
    await using tree = await openTree({ shared: null, mine: null });
    chmodSync(tree.path('shared'), 0o777);
    chmodSync(tree.path('mine'), 0o700);
    const secret = await secretKeptIn([tree.path('shared', 'state'), tree.path('mine')]);
    expect(readdirSync(tree.path('shared', 'state'))).toEqual([]);
    expect(readFileSync(tree.path('mine', SECRET_NAME)).equals(secret)).toBe(true);
  });

  it('is another each time where it can be kept nowhere', async () => {
    await using tree = await openTree({ file: '' });
    const nowhere = [tree.path('file', 'directory')];
    expect(await secretKeptIn(nowhere)).not.toEqual(await secretKeptIn(nowhere));
  });
});

describe('userSecret', () => {
  it('is the same as long as the process lives', async () => {
    expect(await userSecret()).toBe(await userSecret());
  });
});
