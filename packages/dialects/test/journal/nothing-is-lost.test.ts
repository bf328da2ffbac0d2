import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createToolset, type Toolset } from '@dragoman/dialects';
import { ToolError } from '@dragoman/fs-core';
import { openTree, testRounds } from '@dragoman/testing';
import { createSession, type SessionJournal, type TurnOutcome } from '@dragoman/tools/internal/session';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const FILES = ['a', 'b', 'w', 'd/a', 'd/e/b', 'n/c'];
const DIRECTORIES = ['d', 'd/e', 'n', 'm/o'];
const TREE = {
  'work/a': 'x\n',
  'work/d/a': 'y\n',
  'work/d/e/b': 'z\n',
  // Neither its ending nor its encoding is that of what is put in.
  'work/w': Buffer.from('caf\xe9\r\nx\r\n', 'latin1'),
  outside: 'x\n',
};
// Few, so that chance makes equal what an operation left and what a person typed.
const TEXTS = ['x\n', 'y\n', 'z\n', ''];

const MODES = ['600', '644', '755'];
const TARGETS = ['a', 'n', 'd/e', '../outside'];

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

const byHand = <What extends string>(what: What, to: fc.Arbitrary<string>, path = anywhere) =>
  fc.record({ by: fc.constant('hand' as const), do: fc.constant(what), path, to });

type ByHand = 'write' | 'remove' | 'make' | 'move' | 'chmod' | 'link';

type Action =
  | { readonly by: 'patch'; readonly input: string }
  | { readonly by: 'make' | 'remove'; readonly path: string }
  | { readonly by: 'move'; readonly from: string; readonly to: string }
  | { readonly by: 'hand'; readonly do: ByHand; readonly path: string; readonly to: string }
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
  { weight: 2, arbitrary: byHand('write', text) },
  {
    weight: 2,
    arbitrary: fc.oneof(
      byHand('remove', text),
      byHand('make', text),
      byHand('move', file),
      byHand('chmod', fc.constantFrom(...MODES), file),
      byHand('link', fc.constantFrom(...TARGETS)),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      by: fc.constantFrom('undo' as const, 'redo' as const),
      // Some of them, or the newest.
      picks: fc.oneof(
        fc.array(fc.nat(9), { maxLength: 3 }),
        fc.nat(4).map((count) => [...Array(count).keys()]),
      ),
    }),
  },
);

interface FileFound {
  readonly mode: number;
  /** Each character is a byte. */
  readonly content: string;
}

/** Contents of a directory, by path: files, targets of links, and `/` for a directory. */
type Snapshot = ReadonlyMap<string, FileFound | string>;

function snapshotOf(root: string, below = ''): Snapshot {
  const found = new Map<string, FileFound | string>();
  for (const name of readdirSync(join(root, below))) {
    const path = join(below, name);
    const stat = lstatSync(join(root, path));
    if (stat.isDirectory()) {
      found.set(path, '/');
      for (const each of snapshotOf(root, path)) found.set(...each);
    } else if (stat.isSymbolicLink()) found.set(path, readlinkSync(join(root, path)));
    else found.set(path, { mode: stat.mode & 0o777, content: readFileSync(join(root, path), 'latin1') });
  }
  return found;
}

const isSame = (one: FileFound | string | undefined, other: FileFound | string | undefined): boolean =>
  typeof one === 'object' && typeof other === 'object' ? one.content === other.content : one === other;

/** Change of a file by an operation. */
interface FileEffect {
  readonly before: FileFound | string | undefined;
  readonly after: FileFound | string | undefined;
}

interface Files {
  readonly files: ReadonlyMap<string, FileEffect>;
  /** New names by old ones. */
  readonly moved: ReadonlyMap<string, string>;
  /** Entries that the last undo or redo removed with a mode that a hand had set, by path. */
  removed: ReadonlyMap<string, FileFound>;
}

/** A directory that only got another name takes with it whatever is in it by then. */
interface Move {
  readonly from: string;
  readonly to: string;
}

type Delta = Files | Move;

function deltaOf(before: Snapshot, after: Snapshot, moved: Files['moved']): Files {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const files = paths.map((path) => [path, { before: before.get(path), after: after.get(path) }] as const);
  const changed = files.filter(([, each]) => !isSame(each.before, each.after));
  return { files: new Map(changed), moved, removed: new Map() };
}

const filesIn = (snapshot: Snapshot): Record<string, FileFound | string> =>
  Object.fromEntries([...snapshot].filter(([, found]) => found !== '/').sort());

/** The files once a delta is undone or redone; null if one of them is not as it was left. */
function applied(now: Snapshot, delta: Delta, direction: 'undo' | 'redo'): Snapshot | null {
  if ('from' in delta) return renamed(now, delta, direction);
  const state = new Map(now);
  return applyFiles(state, delta, direction) ? state : null;
}

function renamed(state: Snapshot, { from, to }: Move, direction: 'undo' | 'redo'): Snapshot {
  const [old, now] = direction === 'undo' ? [to, from] : [from, to];
  const isIn = (path: string): boolean => path === old || path.startsWith(`${old}/`);
  return new Map([...state].map(([path, found]) => [isIn(path) ? now + path.slice(old.length) : path, found]));
}

function applyFiles(state: Map<string, FileFound | string>, delta: Files, direction: 'undo' | 'redo') {
  const { files, moved, removed } = delta;
  const sides = ({ before, after }: FileEffect) => (direction === 'undo' ? [after, before] : [before, after]);
  const sources = new Map([...moved].map(([from, to]) => (direction === 'undo' ? [from, to] : [to, from])));
  const was = new Map(state);
  for (const [path, done] of files) {
    const [expected, becomes] = sides(done);
    const isDirectory = expected === '/' || becomes === '/';
    // Parents come and go with what is in them.
    if (!isDirectory && !isSame(was.get(path), expected)) return false;
    const source = sources.get(path) ?? path;
    const [left] = sides(files.get(source) ?? done);
    if (becomes !== undefined) state.set(path, withModeSince(removed.get(path) ?? becomes, left, was.get(source)));
    else if (!isDirectory) state.delete(path);
  }
  return true;
}

/** Files that an undo or redo takes away with a mode that was set since. */
function removedBy({ files, moved }: Files, was: Snapshot, direction: 'undo' | 'redo'): Files['removed'] {
  const sources = new Map([...moved].map(([from, to]) => (direction === 'undo' ? [from, to] : [to, from])));
  const staying = new Set<string>();
  for (const [path, { before, after }] of files)
    if ((direction === 'undo' ? before : after) !== undefined) staying.add(sources.get(path) ?? path);
  const removed = new Map<string, FileFound>();
  for (const [path, { before, after }] of files) {
    const [left, now] = [direction === 'undo' ? after : before, was.get(path)];
    if (typeof left !== 'object' || typeof now !== 'object' || staying.has(path)) continue;
    if (left.mode !== now.mode) removed.set(path, now);
  }
  return removed;
}

/** Keeps a mode that was set since. */
function withModeSince(
  becomes: FileFound | string,
  left: FileEffect['after'],
  now: FileEffect['after'],
): FileFound | string {
  if (typeof becomes === 'string' || typeof left !== 'object' || typeof now !== 'object') return becomes;
  return now.mode === left.mode ? becomes : { ...becomes, mode: now.mode };
}

/** True if a refusal of a delta would be wrong. If directories or links are concerned, the model cannot say. */
function mustWork(now: Snapshot, delta: Delta, direction: 'undo' | 'redo'): boolean {
  if ('from' in delta) return false;
  const isKnown = [...delta.files].every(([path, { before, after }]) => {
    const onTheWay = path.split('/').map((_, at, names) => names.slice(0, at).join('/'));
    const areDirectories = onTheWay.every((above) => [undefined, '/'].includes(now.get(above) as string | undefined));
    return areDirectories && [before, after].every((each) => typeof each !== 'string');
  });
  return isKnown && applied(now, delta, direction) !== null;
}

function actByHand(root: string, { do: what, path, to }: Action & { by: 'hand' }): void {
  const at = join(root, path);
  try {
    if (what === 'chmod') chmodSync(at, Number.parseInt(to, 8));
    if (what === 'remove' || what === 'link') rmSync(at, { recursive: true, force: what === 'link' });
    if (what === 'link') symlinkSync(to, at);
    if (what === 'make') mkdirSync(at, { recursive: true });
    if (what === 'move') renameSync(at, join(root, to));
    if (what !== 'write') return;
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, to);
  } catch {
    // Something is in the way.
  }
}

const NOTHING: Files = { files: new Map(), moved: new Map(), removed: new Map() };

it('undoes and redoes exactly what was done, and nothing that anybody has changed since', async () => {
  const seen = { undone: 0, redone: 0, refused: 0 };
  const law = fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 30 }), async (actions) => {
    await using tree = await openTree(TREE);
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
      let now = snapshotOf(root);
      const done: string[] = [];
      const onApplied = ({ id }: { readonly id: string }): void => {
        const delta = deltas.get(id) ?? NOTHING;
        const expected = applied(now, delta, by);
        expect(expected).not.toBeNull();
        if ('files' in delta) delta.removed = removedBy(delta, now, by);
        now = expected ?? new Map();
        // Directories come and go with what is in them.
        expect(filesIn(snapshotOf(root))).toEqual(filesIn(now));
        now = snapshotOf(root);
        done.push(id);
      };
      const outcome: TurnOutcome | null = await journal[by](ids.length > 0 ? ids : undefined, { onApplied }).catch(
        (error) => {
          if (error instanceof ToolError) return null;
          throw error;
        },
      );
      expect(snapshotOf(root)).toEqual(now);
      const states = new Map((await journal.operations()).map((each) => [each.id, each.state]));
      for (const id of done) expect(states.get(id)).toBe(by === 'undo' ? 'undone' : 'done');
      const inOrder = known.map(({ id }) => id).filter((id) => ids.includes(id));
      if (by === 'redo') inOrder.reverse();
      if (ids.length > 0) expect(done).toEqual(inOrder.slice(0, done.length));
      if (outcome !== null && outcome.kind !== 'refused') {
        seen[outcome.kind] += 1;
        expect(outcome.operations.map(({ id }) => id)).toEqual(done);
        if (ids.length > 0) expect(done).toEqual(inOrder);
        return;
      }
      seen.refused += 1;
      if (outcome !== null) expect((outcome.done ?? []).map(({ id }) => id)).toEqual(done);
      const stoppedAt = inOrder[done.length];
      if (outcome === null || stoppedAt === undefined) return;
      expect(states.get(stoppedAt)).toBe(state);
      expect(mustWork(now, deltas.get(stoppedAt) ?? NOTHING, by)).toBe(false);
    };

    for (const each of actions) {
      const before = snapshotOf(root);
      const count = deltas.size;
      if (each.by === 'undo' || each.by === 'redo') await turn(each);
      else if (each.by === 'hand') actByHand(root, each);
      else {
        await call(each);
        const [newest] = await journal.operations();
        const isNew = newest !== undefined && !deltas.has(newest.id);
        const changes = isNew ? newest.changes : [];
        const below = (path = ''): string => relative(root, path);
        const moved = new Map(
          changes.flatMap(({ from, path }) => (from === undefined ? [] : [[below(from), below(path)]])),
        );
        const delta = deltaOf(before, snapshotOf(root), moved);
        expect(isNew).toBe(delta.files.size > 0);
        const isMove = isNew && each.by === 'move' && before.get(each.from) === '/' && !before.has(each.to);
        if (isNew) deltas.set(newest.id, isMove ? { from: each.from, to: each.to } : delta);
        expect(deltas.size - count).toBeLessThanOrEqual(1);
      }
    }
    for (const toolset of Object.values(tools)) await toolset.close();
  });
  // In a few rounds, one of the three may not come up.
  const hasSeenAll = (): boolean => Object.values(seen).every((count) => count > 0);
  for (let tries = 0; tries < 10 && !(tries > 0 && hasSeenAll()); tries += 1)
    await fc.assert(law, { numRuns: testRounds(10), endOnFailure: false });
  expect(seen.undone).toBeGreaterThan(0);
  expect(seen.redone).toBeGreaterThan(0);
  expect(seen.refused).toBeGreaterThan(0);
  if (process.env.DRAGOMAN_TEST_ROUNDS) console.info(seen);
}, 600_000);
