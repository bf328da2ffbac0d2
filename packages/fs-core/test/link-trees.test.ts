import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { openTree, plantTree, type TemporaryTree, type TreeNode } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolError, type Volume } from '../src/index.ts';
import { openLocalVolume } from '../src/lib/local-volume.ts';
import { chdirPlatform, procPlatform } from '../src/lib/platform.ts';
import { followPath, isWithin, type ModelNode, type ModelWay } from './path-model.ts';

const platforms = process.platform === 'linux' ? [procPlatform, chdirPlatform] : [chdirPlatform];

const NAMES = ['a', 'b', 'denied'];
const name = fc.constantFrom(...NAMES);
const step = fc.constantFrom(...NAMES, '..', '..', '.', '', 'in', 'out');
const steps = fc.array(step, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'));
/** `@` stands for the directory in which everything lies. */
const target = fc.oneof(
  steps.filter((text) => !/^\/|^$/.test(text)),
  steps.map((text) => `@/${text}`),
);
const node = fc.oneof(
  fc.constant('directory' as const),
  fc.constant('directory' as const),
  target.map((link) => ({ link })),
  target.map((link) => ({ link })),
  fc.constant({ file: '' }),
);
const growth = fc.array(fc.tuple(fc.nat(), name, node), { minLength: 3, maxLength: 14 });
const paths = fc.array(
  fc.tuple(fc.constantFrom('in', 'in', 'in', 'out'), steps).map(([start, rest]) => `${start}/${rest}`),
  { minLength: 4, maxLength: 12 },
);

describe.each(platforms)('a volume over random trees of links ($strategy)', (platform) => {
  it('reads what a path leads to where that is allowed, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(growth, paths, async (grown, asked) => {
        await using world = await openWorld(grown);
        const volume = openLocalVolume({ allow: [world.home], deny: ['**/denied'], platform });
        for (const path of asked) {
          const way = world.follow(path);
          const seen = await look(volume, world.tree.path(path));
          if (seen.place !== null) expect({ path, ...seen }).toMatchObject({ place: way.place, kind: way.end });
          if (seen.place !== null) expect(isForbidden(world, path, way)).toBe(false);
          if (seen.place === null && !isForbidden(world, path, way)) {
            expect({ path, code: seen.kind, end: way.end }).toEqual({ path, code: expectedCode(way), end: way.end });
          }
          if (way.end !== 'error' && !isWithin(world.home, way.place)) expect(seen.kind).toBe('ACCESS_DENIED');
        }
      }),
      { numRuns: 100 },
    );
  });

  it('writes where a path leads if that is allowed, and nowhere else', async () => {
    await fc.assert(
      fc.asyncProperty(growth, paths, async (grown, asked) => {
        await using world = await openWorld(grown);
        const volume = openLocalVolume({ allow: [world.home], deny: ['**/denied'], platform, fsync: false });
        for (const path of asked.slice(0, 3)) {
          const before = snapshot(world.tree.root);
          const way = world.follow(path);
          const place = await write(volume, world.tree.path(path));
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
      { numRuns: 100 },
    );
  });
});

interface World extends AsyncDisposable {
  readonly tree: TemporaryTree;
  /** The allowed directory. */
  readonly home: string;
  follow(path: string): ModelWay;
}

type Growth = readonly (readonly [number, string, ModelNode])[];

/** `in` is allowed, `out` is not; what grows in them is chosen step by step. */
async function openWorld(grown: Growth): Promise<World> {
  const nodes = new Map<string, ModelNode>([
    ['in', 'directory'],
    ['out', 'directory'],
  ]);
  for (const [choice, child, node] of grown) {
    const directories = [...nodes].filter(([, found]) => found === 'directory').map(([path]) => path);
    const path = `${directories[choice % directories.length]}/${child}`;
    if (!nodes.has(path)) nodes.set(path, typeof node === 'object' && 'file' in node ? { file: path } : node);
  }
  const tree = await openTree();
  const base = tree.root;
  const placed = new Map([...nodes].map(([path, node]) => [path, withBase(node, base)]));
  plantTree(base, Object.fromEntries([...placed].map(([path, node]) => [path, treeNodeOf(node)])));
  const home = tree.path('in');
  return {
    tree,
    home,
    follow: (path) => followPath({ base, nodes: placed }, normalize(tree.path(path)), home),
    [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
  };
}

function withBase(node: ModelNode, base: string): ModelNode {
  return typeof node === 'object' && 'link' in node ? { link: node.link.replace(/^@/, base) } : node;
}

function treeNodeOf(node: ModelNode): TreeNode {
  if (node === 'directory') return null;
  return 'link' in node ? node : node.file;
}

/** Whether nobody may see what a path leads to, or by this way. */
function isForbidden({ home, tree }: World, path: string, way: ModelWay): boolean {
  const names = [normalize(tree.path(path)), way.place, ...way.links];
  return way.strayed || !isWithin(home, way.place) || names.some((name) => name.split('/').includes('denied'));
}

function expectedCode({ end }: ModelWay): string {
  return end === 'missing' ? 'NOT_FOUND' : 'an error of the path';
}

async function look(volume: Volume, path: string): Promise<{ place: string | null; kind: string }> {
  try {
    using opened = await volume.open(path);
    return { place: opened.realPath, kind: opened.kind };
  } catch (error) {
    return { place: null, kind: codeOf(error) };
  }
}

/** Where something was written, or null. */
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
