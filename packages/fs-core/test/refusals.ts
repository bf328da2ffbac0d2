import fs, { existsSync, type PathLike, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { openTree } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FileChange, openLocalVolume, ToolError, type Volume, type WriteResult } from '../src/index.ts';

/** The call of the file system to refuse: the `at`-th, counted from 1, and with `on` all after it; none for 0. */
const refusal = { at: 0, on: false, errno: '', calls: 0, name: '' };

const REFUSABLE =
  /^(?:open|close(?=Sync)|fstat|lstat|stat|readlink|readdir|access|rename|link|unlink|mkdir|rmdir|symlink|utimes|fchmod|chmod|writev|write|read|fsync)(?:Sync)?$/;

type Call = (...args: unknown[]) => unknown;

/** The same function, which fails where it is its turn. */
function refusable(name: string, real: Call): Call {
  return (...args) => {
    if (refusal.at === 0) return real(...args);
    refusal.calls += 1;
    const { at, on, errno: code } = refusal;
    if (on ? refusal.calls < at : refusal.calls !== at) return real(...args);
    refusal.name = name;
    const error = Object.assign(new Error(`${code}: refused, ${name}`), { code, syscall: name });
    // close(2) closes, whatever it reports.
    if (name === 'closeSync') real(...args);
    const callback = args.at(-1);
    if (name.endsWith('Sync') || typeof callback !== 'function') throw error;
    queueMicrotask(() => callback(error));
    return undefined;
  };
}

const calls = fs as unknown as Record<string, Call>;
const originals = Object.entries(calls).filter(([name]) => REFUSABLE.test(name));

function replaceCalls(replacement: (name: string, real: Call) => Call): void {
  for (const [name, real] of originals) calls[name] = Object.assign(replacement(name, real), real);
  syncBuiltinESMExports();
}

const OLD = 'old\n';
const NEW = 'new content\n';
const LARGE = 'x'.repeat(3 * 1024 * 1024);

interface Write {
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
}

const WRITES: readonly (readonly [string, Write])[] = [
  ['over a file', { path: 'file', before: OLD, after: NEW }],
  ['of a new file in new directories', { path: 'made/for/it', before: null, after: NEW }],
  ['of a large file over a large one', { path: 'large', before: LARGE, after: `${LARGE}more` }],
];

function contentOf(path: PathLike): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Paths in a tree that this process holds open. */
function heldIn(root: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(root) ? [target] : [];
    } catch {
      return [];
    }
  });
}

/** Runs `act` with its `at`-th call refused; gives that call's name, empty if there were fewer, and what came of it. */
async function refusing<T>(
  { at, errno, on = false }: { at: number; errno: string; on?: boolean },
  act: () => Promise<T>,
): Promise<[string, T | ToolError]> {
  Object.assign(refusal, { at, on, errno, calls: 0, name: '' });
  try {
    const result = await act();
    return [refusal.name, result];
  } catch (error) {
    if (error instanceof ToolError) return [refusal.name, error];
    throw error;
  } finally {
    refusal.at = 0;
  }
}

const write = (volume: Volume, path: string, text: string) => volume.update(path, () => [Buffer.from(text)]);

/** Bounds on the trials of a file system that refuses calls. */
interface RefusalOptions {
  readonly errnos: readonly string[];
  /** Number of the kinds of writes and of changes, the most intricate of the latter first. */
  readonly kinds: number;
  /** Every how many calls one is refused: 1 for each in turn. */
  readonly step: number;
}

/** States that a write or a change is made whole or not at all, whichever call of the file system is refused. */
export function refusalSuite({ errnos, kinds, step }: RefusalOptions): void {
  describe.runIf(process.platform === 'linux')('a file system that refuses one call, whichever it is', () => {
    beforeAll(() => replaceCalls(refusable));
    afterAll(() => replaceCalls((_, real) => real));

    describe.each(errnos)('with %s', (errno) => {
      it.each(WRITES.slice(0, kinds))(
        'fails a write %s cleanly, or not at all',
        { timeout: 120_000 },
        async (_, { path, before, after }) => {
          const refused: string[] = [];
          for (let at = 1; ; at += step) {
            await using tree = await openTree(before === null ? { other: '' } : { [path]: before, other: '' });
            const volume = openLocalVolume({ allow: [tree.root] });
            const file = tree.path(path);
            const [name, result] = await refusing<WriteResult>({ at, errno }, () => write(volume, file, after));
            if (name === '') break;
            refused.push(name);
            const told = `${name} (call ${at}) gave ${result instanceof ToolError ? result.message : 'success'}`;

            expect(contentOf(file), told).toBe(result instanceof ToolError ? before : after);
            if (result instanceof ToolError) {
              expect(result.code, told).not.toBe('ACCESS_DENIED');
              // No directory is left, nor a temporary file.
              expect(readdirSync(tree.root).sort(), told).toEqual(before === null ? ['other'] : [path, 'other'].sort());
            }
            await expect.poll(() => heldIn(tree.root), { message: told }).toEqual([]);
            await write(volume, file, 'again');
            expect(contentOf(file), told).toBe('again');
          }
          expect(new Set(refused).size).toBeGreaterThan(8 / step);
        },
      );

      it.each(TRANSACTIONS.slice(0, kinds))(
        'makes %s, or leaves everything as it was',
        { timeout: 120_000 },
        async (_, changesIn) => {
          const refused: string[] = [];
          await using home = await openHome();
          for (let at = 1; ; at += step) {
            await using tree = await openTree(TREE);
            const before = snapshot(tree.root);
            const volume = openLocalVolume({ allow: [tree.root] });
            const [name, result] = await refusing({ at, errno }, () => volume.transact(changesIn(tree.root)));
            if (name === '') break;
            refused.push(name);
            const told = `${name} (call ${at}) gave ${result instanceof ToolError ? result.message : 'success'}`;

            // What could only be tidied up later is tidied up by the next call.
            await write(volume, tree.path('unrelated'), 'x');
            const after = snapshot(tree.root);
            if (result instanceof ToolError) {
              expect(result.code, told).not.toBe('ACCESS_DENIED');
              expect(after, told).toEqual(before);
            } else {
              await using other = await openTree(TREE);
              await openLocalVolume({ allow: [other.root] }).transact(changesIn(other.root));
              expect(after, told).toEqual(snapshot(other.root));
            }
            await expect.poll(() => heldIn(tree.root), { message: told }).toEqual([]);
            expect(home.records(), told).toEqual([]);
          }
          expect(new Set(refused).size).toBeGreaterThan(6 / step);
        },
      );
    });

    it.each(TRANSACTIONS.slice(0, kinds))(
      'makes all of %s or none, though all calls are refused from one on, once they work again',
      { timeout: 120_000 },
      async (_, changesIn) => {
        await using home = await openHome();
        const outcomes = new Set<string>();
        for (let at = 1; ; at += step) {
          await using tree = await openTree(TREE);
          const before = snapshot(tree.root).join('');
          const volume = openLocalVolume({ allow: [tree.root] });
          const made = () => volume.transact(changesIn(tree.root));
          const [name, result] = await refusing({ at, errno: 'EIO', on: true }, made);
          if (name === '') break;
          await write(volume, tree.path('unrelated'), 'x');

          const after = snapshot(tree.root).join('');
          await using other = await openTree(TREE);
          await openLocalVolume({ allow: [other.root] }).transact(changesIn(other.root));
          const told = `from ${name} (call ${at}) gave ${result instanceof ToolError ? result.message : 'success'}`;
          expect([before, snapshot(other.root).join('')], told).toContain(after);
          if (!(result instanceof ToolError)) expect(after, told).not.toBe(before);
          expect(home.records(), told).toEqual([]);
          outcomes.add(after);
        }
        expect(outcomes.size).toBe(2);
      },
    );
  });
}

/** A home directory of its own, so that no other process looks at the records of this one. */
async function openHome(): Promise<AsyncDisposable & { records(): readonly string[] }> {
  const tree = await openTree({});
  vi.stubEnv('HOME', tree.root);
  return {
    records() {
      const directory = tree.path('.local/state/dragoman/dragoman-transactions');
      return existsSync(directory) ? readdirSync(directory) : [];
    },
    async [Symbol.asyncDispose]() {
      vi.unstubAllEnvs();
      await tree[Symbol.asyncDispose]();
    },
  };
}

const TREE = {
  edited: OLD,
  removed: OLD,
  moved: OLD,
  there: OLD,
  over: OLD,
  unrelated: 'x',
  'directory/inner/file': OLD,
  'gone/inner/file': OLD,
  'gone/link': { link: 'inner' },
};

const content = (text: string) => () => [Buffer.from(text)];

const TRANSACTIONS: readonly (readonly [string, (root: string) => readonly FileChange[]])[] = [
  [
    'changes of all kinds',
    (root) => [
      { kind: 'write', path: `${root}/edited`, change: content(NEW) },
      { kind: 'write', path: `${root}/made/for/it`, change: content(NEW) },
      { kind: 'remove', path: `${root}/removed` },
      { kind: 'move', from: `${root}/moved`, to: `${root}/made/moved` },
      { kind: 'move', from: `${root}/there`, to: `${root}/over`, overwrite: true },
      { kind: 'move', from: `${root}/directory`, to: `${root}/renamed` },
      { kind: 'remove', path: `${root}/gone`, recursive: true },
    ],
  ],
  ['a removal of a directory', (root) => [{ kind: 'remove', path: `${root}/gone`, recursive: true }]],
  ['a removal', (root) => [{ kind: 'remove', path: `${root}/removed` }]],
  ['a move over a file', (root) => [{ kind: 'move', from: `${root}/there`, to: `${root}/over`, overwrite: true }]],
  [
    'a move with new content',
    (root) => [{ kind: 'move', from: `${root}/moved`, to: `${root}/made/moved`, change: content(NEW) }],
  ],
];

/** Everything of a tree, temporary files included, with what it says. */
function snapshot(root: string): readonly string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return names.map((name) => `${name}: ${contentOf(join(root, name))}`);
}
