import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ToolError } from '@dragoman/fs-core';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createSession, type Session, type SessionOptions, writeFile } from '../src/index.ts';
import { clearIndexes } from '../src/lib/indexes.ts';
import { openDirectories } from '../src/lib/open-directories.ts';
import { overlayOver } from '../src/lib/overlay-over.ts';

const CALL = { requireRead: false, maxResponseSize: 1e6, by: { dialect: 'd', tool: 't', client: 'c' } };

/** An allowed tree `work`, beside a private directory of the user's, and one that others can read. */
async function openTrees(): Promise<TemporaryTree> {
  const tree = await openTree({ 'work/f': 'old', 'private/secret': 'secret', 'open/file': 'file' });
  chmodSync(tree.path('private'), 0o700);
  chmodSync(tree.path('open'), 0o755);
  chmodSync(tree.path('open/file'), 0o644);
  return tree;
}

function expectUntouched(tree: TemporaryTree): void {
  expect([readdirSync(tree.path('private')), readdirSync(tree.path('open'))]).toEqual([['secret'], ['file']]);
  expect(readFileSync(tree.path('open/file'), 'utf8')).toBe('file');
  const modes = ['private', 'open', 'open/file'].map((name) => statSync(tree.path(name)).mode & 0o777);
  expect(modes).toEqual([0o700, 0o755, 0o644]);
}

const sessionIn = (tree: TemporaryTree, options: Partial<SessionOptions>): Session =>
  createSession({ workdir: tree.path('work'), ...options });

function refusalOf(tree: TemporaryTree, options: Partial<SessionOptions>): unknown {
  try {
    sessionIn(tree, options);
    return null;
  } catch (error) {
    return error instanceof ToolError ? error.failure : error;
  }
}

/** Links of the tree with their targets, and the spelling of the named directory. */
const LINKED: [link: string, target: string, named: string][] = ['private', 'open', 'nowhere'].flatMap((target) => [
  ['work/j', target, 'work/j'],
  ['work/j', target, 'work/j/deeper/still'],
  ['work/d/j', target, 'work/d/j'],
]);

describe.skipIf(process.platform === 'win32')('links that an allowed tree brings', () => {
  it.each(LINKED)('lead no directory of the user’s own outside: %s to %s, for %s', async (link, target, named) => {
    await using tree = await openTrees();
    mkdirSync(dirname(tree.path(link)), { recursive: true });
    symlinkSync(tree.path(target), tree.path(link));
    for (const options of [
      { journal: { dir: tree.path(named) } },
      { memoryDir: tree.path(named) },
      { index: tree.path(named) },
    ])
      expect(refusalOf(tree, options)).toMatchObject({ code: 'PERMISSION_DENIED', path: tree.path(named) });
    const below = openDirectories({ workdir: tree.path('work'), builtinDeny: false });
    const overlay = overlayOver(below, { XDG_STATE_HOME: tree.path(named) });
    await expect(overlay.update(tree.path('work/f'), () => [Buffer.from('new')])).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    const options = { workdir: tree.path('work'), index: tree.path('work'), builtinDeny: false };
    mkdirSync(tree.path('work/dragoman'), { recursive: true });
    symlinkSync(tree.path(target), tree.path('work/dragoman/index'));
    expect(await clearIndexes(options)).toBe(0);
    expectUntouched(tree);
    expect(existsSync(tree.path('nowhere'))).toBe(false);
  });

  it.each(['records', 'contents', 'operations.jsonl'])('lead no part of a journal outside: %s', async (name) => {
    for (const target of ['private', 'open', 'open/file', 'nowhere']) {
      await using tree = await openTrees();
      const journal = { dir: tree.path('work/j') };
      mkdirSync(tree.path('work/j'), { mode: 0o700 });
      symlinkSync(tree.path(target), tree.path('work/j', name));
      const write = async () => {
        await using session = sessionIn(tree, { journal });
        await writeFile(session, { path: tree.path('work/f'), content: 'new' }, CALL);
      };
      await write().catch(() => undefined);
      expectUntouched(tree);
      expect(existsSync(tree.path('nowhere'))).toBe(false);
    }
  });

  it('are not followed by a journal that is there already', async () => {
    await using tree = await openTrees();
    const journal = { dir: tree.path('work/j') };
    const write = async (content: string) => {
      await using session = sessionIn(tree, { journal });
      await writeFile(session, { path: tree.path('work/f'), content }, CALL);
      return (await session.journal?.operations())?.length;
    };
    expect(await write('1')).toBe(1);
    const list = tree.path('work/j/operations.jsonl');
    renameSync(list, tree.path('list'));
    linkSync(tree.path('open/file'), list);
    await write('2').catch(() => undefined);
    expectUntouched(tree);
    rmSync(list);
    renameSync(tree.path('list'), list);
    expect(await write('3')).toBeGreaterThanOrEqual(2);
  });

  it('are the user’s own outside of the trees', async () => {
    await using tree = await openTrees();
    mkdirSync(tree.path('disk'), { mode: 0o700 });
    symlinkSync('disk', tree.path('state'));
    const journal = { dir: tree.path('state/journal') };
    await using session = sessionIn(tree, { journal, memoryDir: tree.path('state/memory') });
    await writeFile(session, { path: tree.path('work/f'), content: 'new' }, CALL);
    expect(await session.journal?.operations()).toHaveLength(1);
    expect(readdirSync(tree.path('disk')).sort()).toEqual(['journal', 'memory']);
  });
});

describe.skipIf(process.platform === 'win32')('a journal that others than the user could have filled', () => {
  it('is not opened, and not closed to them, if anything else is in it', async () => {
    await using tree = await openTree({ 'work/f': '', 'work/j/operations.jsonl': '', 'work/j/photo': '' });
    chmodSync(tree.path('work/j'), 0o755);
    const options = { journal: { dir: tree.path('work/j') } };
    expect(refusalOf(tree, options)).toMatchObject({ code: 'PERMISSION_DENIED', path: tree.path('work/j') });
    expect(statSync(tree.path('work/j')).mode & 0o777).toBe(0o755);
    expect(readdirSync(tree.path('work/j'))).toEqual(['operations.jsonl', 'photo']);
  });

  it('is opened if nothing is in it', async () => {
    await using tree = await openTree({ 'work/f': '', 'work/j': null });
    chmodSync(tree.path('work/j'), 0o755);
    await using session = sessionIn(tree, { journal: { dir: tree.path('work/j') } });
    writeFileSync(tree.path('work/g'), '');
    expect(await session.journal?.operations()).toEqual([]);
    expect(statSync(tree.path('work/j')).mode & 0o777).toBe(0o700);
  });
});
