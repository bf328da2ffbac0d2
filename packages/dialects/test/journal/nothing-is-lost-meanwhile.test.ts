import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createToolset, type ToolResult } from '@dragoman/dialects';
import { openTree, testRounds, watchCalls } from '@dragoman/testing';
import { createSession, type SessionJournal } from '@dragoman/tools';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const FILES = ['a', 'b', 'd/a', 'd/e/b', 'n/c'];
const TREE = { 'work/a': 'x\n', 'work/b': 'x\n', 'work/d/a': 'y\n', 'work/d/e/b': 'x\nz\n' };

const file = fc.constantFrom(...FILES);
const directory = fc.constantFrom('d', 'd/e', 'n');

const section = fc.oneof(
  file.map((path) => [`*** Add File: ${path}`, '+new']),
  file.map((path) => [`*** Delete File: ${path}`]),
  fc.tuple(file, file).map(([from, to]) => [`*** Update File: ${from}`, `*** Move to: ${to}`]),
  file.map((path) => [`*** Update File: ${path}`, '@@', ' x', '+more']),
);
const patch = fc.array(section, { minLength: 1, maxLength: 3 }).map((all) => ({
  tool: 'apply_patch',
  args: { input: ['*** Begin Patch', ...all.flat(), '*** End Patch'].join('\n') },
}));

/** Calls of an agent; paths are relative to `work`. */
const agents = fc.oneof(
  { weight: 4, arbitrary: patch },
  { weight: 1, arbitrary: directory.map((path) => ({ tool: 'memory', args: { command: 'delete', path } })) },
  {
    weight: 1,
    arbitrary: fc.record({
      tool: fc.constant('move_file'),
      args: fc.record({ source: fc.oneof(file, directory), destination: fc.oneof(file, directory) }),
    }),
  },
);

type Agents = typeof agents extends fc.Arbitrary<infer Value> ? Value : never;

const acts = fc.oneof(
  { weight: 2, arbitrary: agents },
  { weight: 2, arbitrary: fc.constantFrom('undo' as const, 'redo' as const) },
);

// By an editor that writes in place, one that renames, and one that adds: each as a process of its own.
const SAVES = [
  'printf %s "$2" > "$1"',
  'printf %s "$2" > "$1.swp" && mv "$1.swp" "$1"',
  'printf %s "$2" >> "$1"',
  'mkdir -p "$(dirname "$1")" && printf %s "$2" > "$1"',
] as const;

const saves = fc.record({
  script: fc.constantFrom(...SAVES),
  path: fc.oneof(file, fc.constantFrom('d/new', 'd/e/new', 'n/new')),
  /** Before which call of the system. */
  at: fc.nat(150),
});

const CALLS = ['openSync', 'lstatSync', 'fstatSync', 'readSync', 'writeSync', 'closeSync', 'linkSync', 'readdirSync'];
const MORE_CALLS = ['mkdirSync', 'accessSync', 'fchmodSync', 'readFileSync', 'fsync', 'rmdirSync', 'readlinkSync'];

/** Saves a text before a call of the system. Not before one that takes a name: that follows the last look at once. */
function savingMeanwhile(save: () => boolean, at: number): Disposable & { readonly isSaved: boolean } {
  let count = 0;
  let isSaved = false;
  const watch = watchCalls([...CALLS, ...MORE_CALLS], () => {
    count += 1;
    if (count === at + 1) isSaved = save();
  });
  return {
    get isSaved() {
      return isSaved;
    },
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  };
}

/** Contents of all files that a person sees. */
function contentsIn(root: string): string[] {
  const entries = readdirSync(root, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const own = files.filter(({ parentPath, name }) => !`${parentPath}/${name}`.includes('/.dragoman-'));
  return own.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
}

async function openWork(fsync = false) {
  const tree = await openTree(TREE);
  const root = tree.path('work');
  const session = createSession({ workdir: root, memoryDir: root, fsync, journal: { dir: tree.path('journal') } });
  const toolsets = {
    apply_patch: await createToolset({ dialect: 'codex', session }),
    move_file: await createToolset({ dialect: 'filesystem', session }),
    memory: await createToolset({ dialect: 'text_editor', session }),
  };
  const call = ({ tool, args }: Agents): Promise<ToolResult> => {
    if ('input' in args) return toolsets.apply_patch.call(tool, args);
    if ('command' in args) return toolsets.memory.call(tool, { ...args, path: `/memories/${args.path}` });
    const { source, destination } = args;
    return toolsets.move_file.call(tool, { source: join(root, source), destination: join(root, destination) });
  };
  return {
    root,
    journal: session.journal as SessionJournal,
    call,
    async [Symbol.asyncDispose]() {
      for (const toolset of Object.values(toolsets)) await toolset.close();
      await tree[Symbol.asyncDispose]();
    },
  };
}

/** A save just before a move over the file takes its name. */
const BEFORE_A_MOVE: [Agents[], Agents, { script: (typeof SAVES)[number]; path: string; at: number }] = [
  [{ tool: 'move_file', args: { source: 'd', destination: 'a' } }],
  {
    tool: 'apply_patch',
    args: { input: '*** Begin Patch\n*** Update File: a\n*** Move to: d/e/b\n*** End Patch' },
  },
  { script: SAVES[0], path: 'd/e/b', at: 63 },
];

it('loses nothing that a person saves in the middle of a call, an undo or a redo', async () => {
  const seen = { saved: 0, kept: 0, inJournal: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(agents, { maxLength: 3 }), acts, saves, async (before, act, { script, path, at }) => {
      await using work = await openWork();
      const { root, journal } = work;
      for (const each of before) await work.call(each);
      if (act === 'redo') await journal.undo();
      const text = `what a person typed ${before.length} ${at}`;
      const save = (): boolean => spawnSync('sh', ['-c', script, 'sh', join(root, path), text]).status === 0;
      const isThere = (): boolean => contentsIn(root).some((content) => content.includes(text));
      const [newest] = await journal.operations();
      let isSaved = false;
      {
        using saving = savingMeanwhile(save, at);
        if (typeof act === 'string') await journal[act]().catch(() => null);
        else await work.call(act);
        isSaved = saving.isSaved;
      }
      if (!isSaved) return;
      seen.saved += 1;
      if (isThere()) {
        seen.kept += 1;
        return;
      }
      // The call came after it, and the journal keeps what it replaced.
      expect(typeof act).toBe('object');
      const [now] = await journal.operations();
      expect(now?.id).not.toBe(newest?.id);
      expect((await journal.undo()).kind).toBe('undone');
      expect(isThere()).toBe(true);
      seen.inJournal += 1;
    }),
    { numRuns: testRounds(20), endOnFailure: false, examples: [BEFORE_A_MOVE] },
  );
  expect(seen.saved).toBeGreaterThan(0);
  if (process.env.DRAGOMAN_TEST_ROUNDS) console.info(seen);
}, 600_000);
