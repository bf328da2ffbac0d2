import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMemoryVolume, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openSession } from './open-session.ts';
import type { ObjectVolumes } from './open-volumes.ts';
import { readOptions } from './options.ts';
import { journalSessionOf } from './session-options.ts';

type Tree = Awaited<ReturnType<typeof openTree>>;

const call = { requireRead: false, maxResponseSize: 1000 };
const write = (text: string) => async () => ({ pieces: [Buffer.from(text)], result: (written: object) => written });

/** Opens a session by options, with volumes in memory in place of stores. */
function opening(tree: Tree, words: Readonly<Record<string, readonly string[]>>) {
  const closed: string[] = [];
  const offered: ObjectVolumes = {
    defaultCacheDirectory: () => tree.path('cache'),
    async openStoreVolume({ at, cache, deny }) {
      mkdirSync(cache, { recursive: true });
      const { volume } = openMemoryVolume(at, deny);
      return { ...volume, [Symbol.asyncDispose]: async () => void closed.push(at) };
    },
  };
  const given = new Map(Object.entries({ volume: ['/data=s3://bucket/prefix'], ...words }));
  const host = { environment: { XDG_STATE_HOME: tree.path('state') }, currentDirectory: () => tree.root };
  const options = readOptions(given, host);
  const open = () => openSession(options, { loadObjectVolumes: async () => offered });
  return { options, open, closed };
}

describe.skipIf(process.platform === 'win32')('a session over volumes', () => {
  it('works in the volume alone where no directory is named, and closes it', async () => {
    await using tree = await openTree();
    const { open, closed } = opening(tree, {});
    const session = await open();
    expect([session.volume.roots, session.workdir]).toEqual([['/data'], '/data']);
    await session.prepare();
    await session.update('f', call, write('x'));
    await session.close();
    expect(closed).toEqual(['/data']);
  });

  it('obeys the same rules in the volume, in directories and in the memory', async () => {
    await using tree = await openTree({ 'work/secret': '', 'm/secret': '', 'm/note': '' });
    const words = { 'allow-dir': [tree.path('work')], 'memory-dir': [tree.path('m')], deny: ['**/secret'] };
    await using session = await opening(tree, words).open();
    for (const path of ['/data/secret', tree.path('work/secret'), tree.path('cache')])
      await expect(session.update(path, call, write('x'))).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    const { memory } = session;
    await expect(memory?.update('secret', call, write('x'))).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    await memory?.update('note', call, write('x'));
    expect(readFileSync(tree.path('m/note'), 'utf8')).toBe('x');
  });

  it('keeps its copies where no link in an allowed directory leads', async () => {
    await using tree = await openTree({ 'work/link': { link: '../elsewhere' }, elsewhere: null });
    const words = { 'allow-dir': [tree.path('work')], 'cache-dir': [tree.path('work/link/cache')] };
    await expect(opening(tree, words).open()).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(readdirSync(tree.path('elsewhere'))).toEqual([]);
  });

  it('records what changes in directories, and takes it back', async () => {
    await using tree = await openTree({ 'work/f': 'old' });
    const { options, open } = opening(tree, { 'allow-dir': [tree.path('work')], journal: ['true'] });
    await using session = await open();
    await session.update(tree.path('work/f'), call, write('new'));
    await session.update('/data/g', call, write('kept'));
    const found = await session.journal?.operations();
    expect(found?.map(({ changes }) => changes.map(({ path }) => path))).toEqual([[join(tree.root, 'work/f')]]);
    expect(await session.journal?.undo()).toMatchObject({ kind: 'undone' });
    expect(readFileSync(tree.path('work/f'), 'utf8')).toBe('old');
    expect(journalSessionOf(options).journal).toMatchObject({ dir: tree.path('state/dragoman/journal') });
  });

  it.each([
    [
      'a shell',
      { shell: ['unrestricted'] },
      '--shell must be off beside --volume: no command sees the files of a store',
    ],
    [
      'a second one at its place',
      { volume: ['/data=s3://one1', '/data=s3://two2'] },
      '--volume names two volumes at /data',
    ],
  ])('is refused beside %s', async (_, words, message) => {
    await using tree = await openTree();
    await expect(opening(tree, words).open()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message });
  });

  it('is refused at the place of a directory, and what was opened is closed', async () => {
    await using tree = await openTree({ work: null });
    const work = tree.path('work');
    const { open, closed } = opening(tree, { volume: [`${work}=s3://bucket`], 'allow-dir': [work] });
    const message = `--allow-dir: Cannot use "${work}": a volume is at this path`;
    await expect(open()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message });
    expect(closed).toEqual([work]);
  });
});
