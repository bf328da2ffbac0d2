import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, normalize } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolError, type Volume } from '../../fs-core/src/index.ts';
import { followPath, isWithin, type ModelNode, type ModelWay } from './path-model.ts';
import { openTree, plantTree, type TemporaryTree, type TreeNode } from './temporary-tree.ts';

/** A kind of volume that keeps paths below `denied` to itself. */
export interface LinkedVolume {
  readonly kind: string;
  readonly numRuns: number;
  /** Codes with which a path may be refused that leads through links to nothing. */
  readonly detourCodes: readonly string[];
  open(home: string): Promise<OpenedVolume>;
}

interface OpenedVolume extends AsyncDisposable {
  readonly volume: Volume;
  /** Brings to the disk what was written. */
  commit?(): Promise<void>;
}

const name = fc.constantFrom('a', 'b', 'c', 'denied');
const step = fc.oneof(fc.constantFrom('..', '..', '.', '', 'in', 'out'), name);
const detour = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(step, { minLength: 1, maxLength: 4 }) },
);
/** One more thing in the world: where it goes, and for a link which of the things that are there it leads to. */
const growth = fc.record({
  directory: fc.nat(),
  name,
  kind: fc.constantFrom('directory', 'directory', 'file', 'link', 'link', 'link'),
  target: fc.nat(),
  isRelative: fc.boolean(),
  detour,
});
const world = fc.array(growth, { minLength: 6, maxLength: 20 });
/** Things that are there, each with what is asked for beyond it. */
const paths = fc.array(fc.tuple(fc.nat(), detour), { minLength: 10, maxLength: 20 });

/** Reads and writes by random paths, and compares where they led with a model. */
export function linkTreesSuite({ kind, open, numRuns, detourCodes }: LinkedVolume): void {
  describe(`${kind} over random trees of links`, () => {
    it('reads what a path leads to where that is allowed, and nothing else', async () => {
      await fc.assert(
        fc.asyncProperty(world, paths, async (grown, asked) => {
          await using world = await openWorld(grown);
          await using opened = await open(world.home);
          const { volume } = opened;
          for (const path of asked.map(world.pick)) {
            const way = world.follow(path);
            const seen = await look(volume, world.tree.path(path));
            if (seen.place !== null) expect({ path, ...seen }).toMatchObject({ place: way.place, kind: way.end });
            if (seen.place !== null) expect(isForbidden(world, path, way)).toBe(false);
            if (seen.place === null && !isForbidden(world, path, way)) {
              const code = way.end === 'missing' ? 'NOT_FOUND' : 'an error of the path';
              const codes = [code, ...(way.links.length > 0 && way.end !== 'file' ? detourCodes : [])];
              expect({ path, code: seen.kind, end: way.end }).toEqual({
                path,
                code: expect.toBeOneOf(codes),
                end: way.end,
              });
            }
            if (way.end !== 'error' && !isWithin(world.home, way.place)) expect(seen.kind).toBe('ACCESS_DENIED');
          }
        }),
        { numRuns },
      );
    });

    it('writes where a path leads if that is allowed, and nowhere else', async () => {
      await fc.assert(
        fc.asyncProperty(world, paths, async (grown, asked) => {
          await using world = await openWorld(grown);
          await using opened = await open(world.home);
          const { volume } = opened;
          for (const path of asked.map(world.pick)) {
            const before = snapshot(world.tree.root);
            const way = world.follow(path);
            const place = await write(volume, world.tree.path(path));
            await opened.commit?.();
            const after = snapshot(world.tree.root);
            if (place === null) {
              expect({ path, after }).toEqual({ path, after: before });
              continue;
            }
            expect({ path, place, forbidden: isForbidden(world, path, way) }).toEqual({
              path,
              place: way.place,
              forbidden: false,
            });
            const changed = [...after].filter(([name, text]) => before.get(name) !== text).map(([name]) => name);
            expect(changed.filter((name) => !isWithin(name, place))).toEqual([]);
            expect([...before.keys()].filter((name) => !after.has(name))).toEqual([]);
            // The model knows the world as it was; one write that changes it is enough.
            break;
          }
        }),
        { numRuns },
      );
    });
  });
}

interface World extends AsyncDisposable {
  readonly tree: TemporaryTree;
  /** The allowed directory. */
  readonly home: string;
  pick(this: void, choice: readonly [number, readonly string[]]): string;
  follow(path: string): ModelWay;
}

interface Growth {
  readonly directory: number;
  readonly name: string;
  readonly kind: string;
  readonly target: number;
  readonly isRelative: boolean;
  readonly detour: readonly string[];
}

/** `in` is allowed, `out` is not; what grows in them is chosen step by step. */
async function openWorld(grown: readonly Growth[]): Promise<World> {
  const tree = await openTree();
  const nodes = new Map<string, ModelNode>([
    ['in', 'directory'],
    ['out', 'directory'],
  ]);
  const pick = ([choice, detour]: readonly [number, readonly string[]]): string =>
    [[...nodes.keys()][choice % nodes.size], ...detour].join('/');
  for (const { directory, name, kind, target, isRelative, detour } of grown) {
    const directories = [...nodes].filter(([, found]) => found === 'directory').map(([path]) => path);
    const parent = directories[directory % directories.length] ?? 'in';
    const path = `${parent}/${name}`;
    const goal = pick([target, detour]);
    if (nodes.has(path)) continue;
    if (kind === 'directory') nodes.set(path, kind);
    else if (kind === 'file') nodes.set(path, { file: path });
    else nodes.set(path, { link: isRelative ? `${parent.replace(/[^/]+/g, '..')}/${goal}` : `${tree.root}/${goal}` });
  }
  plantTree(tree.root, Object.fromEntries([...nodes].map(([path, node]) => [path, treeNodeOf(node)])));
  const home = tree.path('in');
  return {
    tree,
    home,
    pick,
    follow: (path) => followPath({ base: tree.root, nodes }, normalize(tree.path(path)), home),
    [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
  };
}

function treeNodeOf(node: ModelNode): TreeNode {
  if (node === 'directory') return null;
  return 'link' in node ? node : node.file;
}

/** True if nobody may see the file that a path leads to, or not by this way. */
function isForbidden({ home, tree }: World, path: string, way: ModelWay): boolean {
  const names = [normalize(tree.path(path)), way.place, ...way.links];
  return way.strayed || !isWithin(home, way.place) || names.some((name) => name.split('/').includes('denied'));
}

async function look(volume: Volume, path: string): Promise<{ place: string | null; kind: string }> {
  try {
    using opened = await volume.open(path);
    return { place: opened.realPath, kind: opened.kind };
  } catch (error) {
    return { place: null, kind: codeOf(error) };
  }
}

/** Writes to a path and resolves to the real path; null if it was refused. */
async function write(volume: Volume, path: string): Promise<string | null> {
  try {
    const { realPath } = await volume.update(path, () => [new TextEncoder().encode('mine')]);
    return realPath;
  } catch (error) {
    codeOf(error);
    return null;
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof ToolError)) throw error;
  return error.code === 'NOT_DIRECTORY' || error.code === 'IO_ERROR' ? 'an error of the path' : error.code;
}

/** Everything below a directory by its path: texts of files, targets of links. */
function snapshot(directory: string, found = new Map<string, string>()): Map<string, string> {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) found.set(path, `-> ${readlinkSync(path)}`);
    else if (stat.isFile()) found.set(path, readFileSync(path, 'utf8'));
    else {
      found.set(path, 'directory');
      snapshot(path, found);
    }
  }
  return found;
}
