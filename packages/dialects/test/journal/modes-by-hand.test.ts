import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createSession, createToolset, type SessionJournal } from '@dragoman/dialects';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const TREE = { 'work/a': 'x\n', 'work/d/a': 'y\n' };

type Modes = Readonly<Record<string, number>>;

const patch = (...lines: string[]) => ({
  tool: 'apply_patch',
  args: { input: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') },
});

/** Lets one call of a tool work in a directory, and a hand set modes between that and its undo and redo. */
async function openWork() {
  const tree = await openTree(TREE);
  const root = tree.path('work');
  const session = createSession({
    workdir: root,
    memoryDir: root,
    fsync: false,
    journal: { dir: tree.path('journal') },
  });
  const codex = await createToolset({ dialect: 'codex', session });
  return {
    journal: session.journal as SessionJournal,
    call: async ({ tool, args }: ReturnType<typeof patch>) => {
      expect((await codex.call(tool, args)).isError).toBeFalsy();
    },
    set(modes: Modes) {
      for (const [name, mode] of Object.entries(modes)) chmodSync(join(root, name), mode);
    },
    modes(): Modes {
      const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
      const files = names.filter((name) => lstatSync(join(root, name)).isFile());
      return Object.fromEntries(files.map((name) => [name, lstatSync(join(root, name)).mode & 0o777]));
    },
    async [Symbol.asyncDispose]() {
      await codex.close();
      await tree[Symbol.asyncDispose]();
    },
  };
}

describe.skipIf(process.platform === 'win32')('a mode that a hand has set', () => {
  it('stays with a name that a file was moved over, and with the file that goes back', async () => {
    await using work = await openWork();
    await work.call(patch('*** Update File: d/a', '*** Move to: a'));
    work.set({ a: 0o600 });
    expect(await work.journal.undo()).toMatchObject({ kind: 'undone' });
    expect(work.modes()).toEqual({ a: 0o600, 'd/a': 0o600 });
  });
});
