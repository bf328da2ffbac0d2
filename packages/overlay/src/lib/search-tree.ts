import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalTree, RealPath, TreeOver } from '@dragoman/fs-core/internal/kernel';
import { removeQuietly } from '@dragoman/fs-core/internal/own-files';
import type { Store } from './store.ts';
import { pathBelow, relativeTo } from './tree-path.ts';

/**
 * A directory of an overlay for a child process: what the volume below has there, and the changed files as a tree of hard
 * links over it. It shows the state at the time of the call.
 * @param below null if nothing of the volume below is seen
 */
export function searchTree(
  { entries, contents, scratch }: Store,
  directory: RealPath,
  below: LocalTree | null,
): LocalTree {
  const changed = [...entries.below(directory)];
  if (changed.length === 0 && below !== null) return below;
  const place = mkdtempSync(join(scratch, 'search-'));
  for (const [path, entry] of changed)
    if (entry.kind === 'file') contents.link(entry.content, join(place, relativeTo(directory, path)));
  const own = treeIn(place);
  if (below === null) return own;
  const hidden = new Set(changed.map(([path]) => path));
  const over: TreeOver = { ...own, hides: (names) => isHiddenBy(hidden, directory, names) };
  return {
    descriptor: below.descriptor,
    launchPath: below.launchPath,
    missing: below.missing,
    over,
    [Symbol.dispose]() {
      own[Symbol.dispose]();
      below[Symbol.dispose]();
    },
  };
}

function isHiddenBy(paths: ReadonlySet<RealPath>, directory: RealPath, relativePath: string): boolean {
  const names = relativePath.split('/');
  return names.some((_, index) => paths.has(pathBelow(directory, names.slice(0, index + 1).join('/'))));
}

/** A directory that is removed when it is disposed. */
function treeIn(place: string): LocalTree {
  const descriptor = process.platform === 'win32' ? -1 : openSync(place, 'r');
  return {
    descriptor,
    launchPath: place,
    missing: 0,
    [Symbol.dispose]() {
      if (descriptor !== -1) closeSync(descriptor);
      removeQuietly(() => rmSync(place, { recursive: true, force: true }));
    },
  };
}
