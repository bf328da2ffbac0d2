import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createSession } from './create-session.ts';
import { limitsOf } from './limits.ts';
import type { SessionOptions } from './session.ts';

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
    session.update('', { requireRead: false, maxResponseSize: 1000 }, async () => ({
      pieces: [new Uint8Array()],
      result: (write) => write,
    })),
  ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

describe('the options of a session', () => {
  it.each([
    ['workdir', { workdir: 5 }],
    ['workdir', { workdir: '.' }],
    ['workdir', { workdir: undefined }],
    ['allow', { allow: '/srv' }],
    ['allow', { allow: ['relative'] }],
    ['deny', { deny: '**/*.key' }],
    ['deny', { deny: [/key/] }],
    ['readOnly', { readOnly: 'false' }],
    ['requireRead', { requireRead: true }],
    ['limits', { limits: 10 }],
    ['limits.maxFileSize', { limits: { maxFileSize: '10MB' } }],
    ['limits.maxResponseSize', { limits: { maxResponseSize: 0 } }],
    ['limits.maxResults', { limits: { maxResults: Number.NaN } }],
    ['shell', { shell: 'unrestricted' }],
    ['shell.mode', { shell: { mode: 'sandbox', timeoutMs: 1, environment: {} } }],
    ['shell.environment', { shell: { mode: 'unrestricted', timeoutMs: 1 } }],
  ])('refuses a %s of another type: %j', async (option, given) => {
    await using tree = await openTree();
    // As a program hands them over that no compiler has checked.
    const options = { workdir: tree.root, ...given } as unknown as SessionOptions;
    expect(() => createSession(options)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', details: expect.objectContaining({ option }) }),
    );
  });

  it('takes what is undefined for what is not given', async () => {
    await using tree = await openTree();
    const given = { allow: undefined, readOnly: undefined, shell: undefined, limits: { maxResults: undefined } };
    const options = { workdir: tree.root, ...given } as unknown as SessionOptions;
    await using session = createSession(options);
    expect([session.limits, session.readOnly, session.shell]).toEqual([
      limitsOf((_, { fallback }) => fallback),
      false,
      null,
    ]);
    expect(session.volume.roots).toEqual([tree.root]);
  });

  it('are an object', () => {
    expect(() => createSession(null as unknown as SessionOptions)).toThrow('Session options must be an object');
  });
});

it('starts no shell when it has ended, since nobody would end that', async () => {
  await using tree = await openTree();
  const shell = { mode: 'unrestricted', timeoutMs: 60_000, environment: process.env } as const;
  const session = createSession({ workdir: tree.root, shell });
  session.assertOpen();
  await session.close();
  await expect(session.shell?.open()).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(() => session.assertOpen()).toThrow(expect.objectContaining({ code: 'CANCELLED' }));
});

describe('a session that moves to other trees', () => {
  const call = { requireRead: true, maxResponseSize: 1000 };

  it('still knows what it has read', async () => {
    await using tree = await openTree({ 'one/a.txt': 'a', two: null });
    await using session = createSession({ workdir: tree.path('one') });
    const change = () =>
      session.update(tree.path('one/a.txt'), call, async () => ({
        pieces: [Buffer.from('b')],
        result: (write) => write,
      }));
    await expect(change()).rejects.toMatchObject({ code: 'NOT_READ' });
    using file = await session.volume.open(tree.path('one/a.txt'));
    if (file.kind === 'file') await session.ledger.saw(file);
    await session.moveTo({ workdir: tree.path('two'), allow: [tree.path('two')] });
    await expect(change()).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    await session.moveTo({ workdir: tree.path('two'), allow: [tree.root] });
    expect(await change()).toMatchObject({ created: false });
  });

  it('stays in its directory where one of them contains it', async () => {
    await using tree = await openTree({ 'one/in': null, two: null });
    await using session = createSession({ workdir: tree.path('one') });
    session.changeDirectory(tree.path('one/in'));
    await session.moveTo({ workdir: tree.path('two'), allow: [tree.path('two'), tree.path('one')] });
    expect([session.cwd, session.workdir]).toEqual([tree.path('one/in'), tree.path('two')]);
    await session.moveTo({ workdir: tree.path('two') });
    expect(session.cwd).toBe(tree.path('two'));
  });

  it('changes nothing where one of them cannot be used', async () => {
    await using tree = await openTree({ one: null });
    await using session = createSession({ workdir: tree.path('one') });
    const gone = { workdir: tree.root, allow: [tree.path('gone')] };
    await expect(session.moveTo(gone)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect([session.workdir, session.volume.roots]).toEqual([tree.path('one'), [tree.path('one')]]);
  });
});
