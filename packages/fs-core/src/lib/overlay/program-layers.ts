import { chmodSync, linkSync, mkdirSync, mkdtempSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PRIVATE_MODES } from '../descriptors/attributes.ts';
import { attempt } from '../errors/best-effort.ts';
import { systemPath } from '../paths/byte-path.ts';
import { contains } from '../paths/scope.ts';
import type { RealPath } from '../volume/open-entry.ts';
import type { LayeredTree, ProgramMounts } from '../volume/program-view.ts';
import type { Contents } from './contents.ts';
import type { Entry, FileEntry } from './entry.ts';
import { rootOf } from './merged.ts';
import type { Store } from './store.ts';
import { relativeTo } from './tree-path.ts';

/**
 * Lays out what an overlay has changed in the form of overlayfs. Over each tree lie two layers: `gone` holds a whiteout
 * for each name that the overlay hides, and over that `made` holds its files and directories. A directory over a whiteout
 * shows nothing of what is below, as one that took the place of another must.
 * @param place an empty directory on the file system of the overlay
 */
export async function layOut(
  store: Store,
  roots: readonly RealPath[],
  { place, makeWhiteout }: { readonly place: string } & Pick<ProgramMounts, 'makeWhiteout'>,
): Promise<LayeredTree[]> {
  const outermost = roots.filter((root) => rootOf(roots, root) === root);
  const whiteout = join(place, 'whiteout');
  const hidden = [...store.entries.all()].filter(([path, entry]) => hides(store, path, entry));
  if (hidden.length > 0) await makeWhiteout(whiteout);
  return outermost.map((root) => {
    const at = mkdtempSync(join(place, 'tree-'));
    const tree: Tree = { root, gone: join(at, 'gone'), made: join(at, 'made') };
    const [upper, work] = [join(at, 'upper'), join(at, 'work')];
    for (const directory of [tree.gone, tree.made, upper, work]) mkdirSync(directory, PRIVATE_MODES.directory);
    for (const directory of [tree.gone, tree.made, upper]) copyMode(root, directory);
    for (const [path] of hidden) if (contains(root, path)) linkSync(whiteout, systemPath(placeIn(tree, 'gone', path)));
    for (const [path, entry] of ordered(store, root)) make(store, { tree, path, entry });
    return { root, layers: [tree.gone, tree.made], upper, work };
  });
}

interface Tree {
  readonly root: RealPath;
  readonly gone: string;
  readonly made: string;
}

/** Whether a whiteout is needed. A file needs none, and what lies below a hidden directory is hidden with it. */
function hides({ entries }: Store, path: RealPath, entry: Entry): boolean {
  return entry.kind !== 'file' && entry.below !== null && !entries.isHidden(path);
}

/** Each directory before what lies in it. */
function ordered({ entries }: Store, root: RealPath): (readonly [RealPath, Entry])[] {
  return [...entries.below(root)].sort(([one], [other]) => (one < other ? -1 : 1));
}

interface Making {
  readonly tree: Tree;
  readonly path: RealPath;
  readonly entry: Entry;
}

function make({ contents }: Store, { tree, path, entry }: Making): void {
  if (entry.kind === 'gone') return;
  const place = placeIn(tree, 'made', path);
  if (entry.kind === 'directory') mkdirSync(systemPath(place), { recursive: true });
  else makeFile(contents, place, entry);
}

/** A copy, since the file that is kept has another mode. */
function makeFile(contents: Contents, place: string, { content, mode, mtimeMs }: FileEntry): void {
  contents.copy(content, place);
  chmodSync(systemPath(place), mode & 0o7777);
  utimesSync(systemPath(place), mtimeMs / 1000, mtimeMs / 1000);
}

/** Where a path of the tree is in a layer, whose directories on the way are made with the modes that the tree's have. */
function placeIn(tree: Tree, layer: 'gone' | 'made', path: RealPath): string {
  const place = join(tree[layer], relativeTo(tree.root, path));
  makeParents(tree, layer, dirname(path));
  return place;
}

function makeParents(tree: Tree, layer: 'gone' | 'made', directory: string): void {
  if (directory === tree.root) return;
  makeParents(tree, layer, dirname(directory));
  const place = join(tree[layer], relativeTo(tree.root, directory));
  if (attempt(() => mkdirSync(systemPath(place)))) copyMode(directory, place);
}

function copyMode(from: string, to: string): void {
  // One that the overlay alone has keeps the usual mode.
  attempt(() => chmodSync(systemPath(to), statSync(systemPath(from)).mode & 0o7777));
}
