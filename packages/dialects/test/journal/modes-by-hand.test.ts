import { chmodSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { createToolset, type Toolset } from '@dragoman/dialects';
import { openTree } from '@dragoman/testing';
import { createSession, type SessionJournal } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';

const TREE = { 'work/a': 'x\n', 'work/d/a': 'y\n' };

/** A call of a tool in a directory. */
type Call = (toolsets: Readonly<Record<'codex' | 'files' | 'memory', Toolset>>, root: string) => Promise<unknown>;

const patch =
  (...lines: string[]): Call =>
  ({ codex }) =>
    codex.call('apply_patch', { input: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') });
const remove =
  (name: string): Call =>
  ({ memory }) =>
    memory.call('memory', { command: 'delete', path: `/memories/${name}` });
const make: Call = ({ files }, root) => files.call('create_directory', { path: join(root, 'n') });
const move =
  (from: string, to: string): Call =>
  ({ files }, root) =>
    files.call('move_file', { source: join(root, from), destination: join(root, to) });

/**
 * Names that are there after an undo or a redo, each with the name that its mode comes from: the one that had it
 * before.
 */
type Names = Readonly<Record<string, string>>;

/** A call, and the names that it is about once it is undone, and once it is done. */
const CALLS: readonly (readonly [string, Call, Names, Names])[] = [
  ['an edit', patch('*** Update File: a', '@@', ' x', '+z'), { a: 'a' }, { a: 'a' }],
  ['a write over a file', patch('*** Add File: a', '+z'), { a: 'a' }, { a: 'a' }],
  ['a new file', patch('*** Add File: n', '+z'), {}, { n: 'n' }],
  ['a new file in a new directory', patch('*** Add File: m/o/n', '+z'), {}, { 'm/o/n': 'm/o/n' }],
  ['a removal', patch('*** Delete File: a'), { a: 'a' }, {}],
  ['a move', move('a', 'n'), { a: 'n' }, { n: 'a' }],
  ['a move by a patch', patch('*** Update File: a', '*** Move to: n'), { a: 'n' }, { n: 'a' }],
  ['a move with an edit', patch('*** Update File: a', '*** Move to: n', '@@', ' x', '+z'), { a: 'n' }, { n: 'a' }],
  // The name keeps the mode that it was given, too, whichever file it leads to.
  ['a move over a file', patch('*** Update File: d/a', '*** Move to: a'), { a: 'a', 'd/a': 'a' }, { a: 'd/a' }],
  ['a new directory', make, {}, { n: 'n' }],
  ['the removal of a directory', remove('d'), { d: 'd', 'd/a': 'd/a' }, {}],
  ['the move of a directory', move('d', 'n'), { d: 'n', 'd/a': 'n/a' }, { n: 'd', 'n/a': 'd/a' }],
  [
    'a patch of several files',
    patch('*** Update File: a', '@@', ' x', '+z', '*** Delete File: d/a', '*** Add File: n', '+z'),
    { a: 'a', 'd/a': 'd/a' },
    { a: 'a', n: 'n' },
  ],
];

// All let the test itself in.
const MODES = [0o700, 0o750, 0o705, 0o755, 0o711, 0o770];

async function openWork() {
  const tree = await openTree(TREE);
  const root = tree.path('work');
  const session = createSession({
    workdir: root,
    memoryDir: root,
    fsync: false,
    journal: { dir: tree.path('journal') },
  });
  const toolsets = {
    codex: await createToolset({ dialect: 'codex', session }),
    files: await createToolset({ dialect: 'filesystem', session }),
    memory: await createToolset({ dialect: 'text_editor', session }),
  };
  return {
    journal: session.journal as SessionJournal,
    call: (call: Call) => call(toolsets, root),
    setMode: (name: string, mode: number) => chmodSync(join(root, name), mode),
    modeOf: (name: string) => lstatSync(join(root, name), { throwIfNoEntry: false })?.mode,
    async [Symbol.asyncDispose]() {
      for (const toolset of Object.values(toolsets)) await toolset.close();
      await tree[Symbol.asyncDispose]();
    },
  };
}

describe.skipIf(process.platform === 'win32')('a mode that a hand has set', () => {
  it.each(CALLS)('stays in every undo and redo of %s', async (_, call, undone, done) => {
    await using work = await openWork();
    const { journal, setMode, modeOf } = work;
    await work.call(call);
    const expected = new Map<string, number>();
    let now = done;
    for (const [round, mode] of MODES.entries()) {
      for (const [at, name] of Object.keys(now).entries()) {
        const own = MODES[(round + at) % MODES.length] ?? mode;
        setMode(name, own);
        expected.set(name, own);
      }
      const [direction, next] = round % 2 === 0 ? (['undo', undone] as const) : (['redo', done] as const);
      expect(await journal[direction]()).toMatchObject({ operations: [{}] });
      const was = new Map(expected);
      for (const [name, source] of Object.entries(next)) {
        const set = was.get(source);
        if (set !== undefined) expected.set(name, set);
        if (set !== undefined) expect([name, (modeOf(name) ?? 0) & 0o777]).toEqual([name, set]);
        expect(modeOf(name)).toBeDefined();
      }
      now = next;
    }
  });

  it('stays while nobody but undo and redo changes anything', async () => {
    await using work = await openWork();
    const { journal, setMode, modeOf } = work;
    await work.call(patch('*** Add File: n', '+z'));
    setMode('n', 0o600);
    for (let round = 0; round < 3; round += 1) {
      await journal.undo();
      expect(modeOf('n')).toBeUndefined();
      await journal.redo();
      expect((modeOf('n') ?? 0) & 0o777).toBe(0o600);
    }
    setMode('n', 0o644);
    await journal.undo();
    await journal.redo();
    expect((modeOf('n') ?? 0) & 0o777).toBe(0o644);
  });
});
