import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createSession, createToolset, type SessionJournal, type Toolset, type TurnOutcome } from '@dragoman/dialects';
import { openTree, testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const FILES = ['a', 'b', 'd/a', 'd/e/b', 'n/c'];
const DIRECTORIES = ['d', 'd/e', 'n', 'm/o'];
// Few, so that chance makes equal what an operation left and what a person typed.
const TEXTS = ['x\n', 'y\n', 'z\n', ''];

const file = fc.constantFrom(...FILES);
const directory = fc.constantFrom(...DIRECTORIES);
const text = fc.constantFrom(...TEXTS);
const anywhere = fc.oneof(file, directory);

const patch = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
const added = (content: string): string[] =>
  content
    .split('\n')
    .slice(0, -1)
    .map((line) => `+${line}`);
const section = fc.oneof(
  fc.tuple(file, text).map(([path, content]) => [`*** Add File: ${path}`, ...added(content)]),
  file.map((path) => [`*** Delete File: ${path}`]),
  fc.tuple(file, file).map(([from, to]) => [`*** Update File: ${from}`, `*** Move to: ${to}`]),
  fc.tuple(file, text).map(([path, content]) => [`*** Update File: ${path}`, '@@', ' x', ...added(content)]),
);

type Action =
  | { readonly by: 'patch'; readonly input: string }
  | { readonly by: 'make' | 'remove'; readonly path: string }
  | { readonly by: 'move'; readonly from: string; readonly to: string }
  | {
      readonly by: 'hand';
      readonly do: 'write' | 'remove' | 'make' | 'move';
      readonly path: string;
      readonly to: string;
    }
  | { readonly by: 'undo' | 'redo'; readonly picks: readonly number[] };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      by: fc.constant('patch' as const),
      input: fc.array(section, { minLength: 1, maxLength: 3 }).map((all) => patch(...all.flat())),
    }),
  },
  { weight: 1, arbitrary: fc.record({ by: fc.constantFrom('make' as const, 'remove' as const), path: directory }) },
  { weight: 2, arbitrary: fc.record({ by: fc.constant('move' as const), from: anywhere, to: anywhere }) },
  {
    weight: 3,
    arbitrary: fc.record({
      by: fc.constant('hand' as const),
      do: fc.constantFrom('write' as const, 'write' as const, 'remove' as const, 'make' as const, 'move' as const),
      path: anywhere,
      to: fc.oneof(text, file),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      by: fc.constantFrom('undo' as const, 'redo' as const),
      picks: fc.array(fc.nat(9), { maxLength: 3 }),
    }),
  },
);

/** What lies in a directory, by path: contents of files, targets of links, and `/` for a directory. */
type Snapshot = ReadonlyMap<string, string>;

function snapshotOf(root: string, below = ''): Snapshot {
  const found = new Map<string, string>();
  for (const name of readdirSync(join(root, below))) {
    const path = join(below, name);
    const stat = lstatSync(join(root, path));
    if (stat.isDirectory()) {
      found.set(path, '/');
      for (const each of snapshotOf(root, path)) found.set(...each);
    } else
      found.set(path, stat.isSymbolicLink() ? readlinkSync(join(root, path)) : readFileSync(join(root, path), 'utf8'));
  }
  return found;
}

/** What an operation did, by path: what was there, and what it left. */
type Files = ReadonlyMap<string, readonly [before: string | undefined, after: string | undefined]>;
/** A directory that only got another name takes with it whatever is in it by then. */
type Delta = Files | { readonly from: string; readonly to: string };

function deltaOf(before: Snapshot, after: Snapshot): Files {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return new Map(
    paths
      .filter((path) => before.get(path) !== after.get(path))
      .map((path) => [path, [before.get(path), after.get(path)]]),
  );
}

const filesIn = (snapshot: Snapshot): Record<string, string> =>
  Object.fromEntries([...snapshot].filter(([, content]) => content !== '/').sort());

/** What the files are once deltas are taken back or made again; null if one of them is not as it was left. */
function turned(now: Snapshot, deltas: readonly Delta[], direction: 'undo' | 'redo'): Map<string, string> | null {
  const state = new Map(now);
  for (const delta of deltas) {
    if ('from' in delta) {
      const [old, now] = direction === 'undo' ? [delta.to, delta.from] : [delta.from, delta.to];
      for (const [path, content] of [...state]) {
        if (path !== old && !path.startsWith(`${old}/`)) continue;
        state.delete(path);
        state.set(now + path.slice(old.length), content);
      }
      continue;
    }
    for (const [path, [before, after]] of delta) {
      const [expected, becomes] = direction === 'undo' ? [after, before] : [before, after];
      const isDirectory = expected === '/' || becomes === '/';
      // Parents come and go with what is in them.
      if (!isDirectory && state.get(path) !== expected) return null;
      if (becomes !== undefined) state.set(path, becomes);
      else if (!isDirectory) state.delete(path);
    }
  }
  return state;
}

function byHand(root: string, { do: what, path, to }: Action & { by: 'hand' }): void {
  const at = join(root, path);
  try {
    if (what === 'remove') rmSync(at, { recursive: true });
    if (what === 'make') mkdirSync(at, { recursive: true });
    if (what === 'move') renameSync(at, join(root, to));
    if (what !== 'write') return;
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, `${to}by hand\n`.slice(0, to === '' ? 0 : to.length));
  } catch {
    // Something is in the way.
  }
}

it('undoes and redoes exactly what was done, and nothing that anybody has changed since', async () => {
  const seen = { undone: 0, redone: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 30 }), async (actions) => {
      await using tree = await openTree({ 'work/a': 'x\n', 'work/d/a': 'y\n', 'work/d/e/b': 'z\n' });
      const root = tree.path('work');
      const session = createSession({
        workdir: root,
        memoryDir: root,
        fsync: false,
        journal: { dir: tree.path('journal') },
      });
      const journal = session.journal as SessionJournal;
      const tools: Record<string, Toolset> = {
        patch: await createToolset({ dialect: 'codex', session }),
        files: await createToolset({ dialect: 'filesystem', session }),
        memory: await createToolset({ dialect: 'text_editor', session }),
      };
      const deltas = new Map<string, Delta>();
      const call = async (each: Action): Promise<void> => {
        if (each.by === 'patch') await tools.patch?.call('apply_patch', { input: each.input });
        if (each.by === 'make') await tools.files?.call('create_directory', { path: join(root, each.path) });
        if (each.by === 'remove')
          await tools.memory?.call('memory', { command: 'delete', path: `/memories/${each.path}` });
        if (each.by === 'move')
          await tools.files?.call('move_file', { source: join(root, each.from), destination: join(root, each.to) });
      };

      const turn = async ({ by, picks }: Action & { by: 'undo' | 'redo' }): Promise<void> => {
        const state = by === 'undo' ? 'done' : 'undone';
        const known = await journal.operations({ state });
        const ids = [...new Set(picks.flatMap((pick) => known[pick]?.id ?? []))];
        const before = snapshotOf(root);
        const outcome: TurnOutcome | null = await journal[by](ids.length > 0 ? ids : undefined).catch(() => null);
        const after = snapshotOf(root);
        if (outcome === null || outcome.kind === 'refused') {
          seen.refused += 1;
          expect(after).toEqual(before);
          return;
        }
        seen[outcome.kind] += 1;
        const turnedDeltas = outcome.operations.map(({ id }) => deltas.get(id) ?? new Map());
        const expected = turned(before, turnedDeltas, by);
        expect(expected).not.toBeNull();
        expect(filesIn(after)).toEqual(filesIn(expected ?? new Map()));
        const states = new Map((await journal.operations()).map((each) => [each.id, each.state]));
        for (const { id } of outcome.operations) expect(states.get(id)).toBe(by === 'undo' ? 'undone' : 'done');
      };

      for (const each of actions) {
        const before = snapshotOf(root);
        const count = deltas.size;
        if (each.by === 'undo' || each.by === 'redo') await turn(each);
        else if (each.by === 'hand') byHand(root, each);
        else {
          await call(each);
          const delta = deltaOf(before, snapshotOf(root));
          const [newest] = await journal.operations();
          const isNew = newest !== undefined && !deltas.has(newest.id);
          expect(isNew).toBe(delta.size > 0);
          const isMove = isNew && each.by === 'move' && before.get(each.from) === '/' && !before.has(each.to);
          if (isNew) deltas.set(newest.id, isMove ? { from: each.from, to: each.to } : delta);
          expect(deltas.size - count).toBeLessThanOrEqual(1);
        }
      }
      for (const toolset of Object.values(tools)) await toolset.close();
    }),
    { numRuns: testRounds(20), endOnFailure: false },
  );
  expect(seen.undone).toBeGreaterThan(0);
  expect(seen.redone).toBeGreaterThan(0);
  expect(seen.refused).toBeGreaterThan(0);
  if (process.env.DRAGOMAN_TEST_ROUNDS) console.info(seen);
}, 600_000);
