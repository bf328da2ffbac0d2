import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { createSession } from './session.ts';

it('takes relative paths from the current directory, and keeps the claim of a trailing slash', async () => {
  await using tree = await openTree({ 'sub/a.txt': 'a' });
  const session = createSession({ workdir: tree.root });
  expect(session.resolve('a.txt')).toBe(tree.path('a.txt'));
  expect(session.resolve('sub/')).toBe(`${tree.path('sub')}/`);
  expect(session.resolve('sub/.')).toBe(`${tree.path('sub')}/`);
  session.changeDirectory(tree.path('sub'));
  expect(session.resolve('../b')).toBe(tree.path('b'));
  expect(session.resolve('/b')).toBe('/b');
});

it.skipIf(process.platform === 'win32')('takes a backslash for a part of a name', async () => {
  await using tree = await openTree();
  const session = createSession({ workdir: tree.root });
  expect(session.resolve('a\\')).toBe(tree.path('a\\'));
});

it('refuses the empty path rather than taking it for the current directory', async () => {
  await using tree = await openTree();
  const session = createSession({ workdir: tree.root });
  expect(() => session.resolve('')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  await expect(
    session.update('', { requireRead: false, maxResponseSize: 1000 }, () => [new Uint8Array()]),
  ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});
