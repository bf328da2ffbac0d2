import {
  contains,
  type OpenDirectory,
  type OpenFile,
  type Purpose,
  type RealPath,
  ToolError,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import type { Access } from '@dragoman/fs-core/internal/volume-kit';
import type { Store } from './store.ts';
import { relativeTo } from './tree-path.ts';

/** A volume, and the store of the overlay that lies over it. */
export interface MergedVolume {
  readonly base: Volume;
  readonly store: Store;
  readonly isAllowed: Judge;
}

/** Judges paths: true if a path lies in the trees and no rule denies it. */
export type Judge = (path: string, access: Access) => path is RealPath;

/** Judges as the volume below does, and denies the overlay's own directory. @param at real path of that directory */
export async function judgeOver(base: Volume, at: string): Promise<Judge> {
  const trees = new Map<string, OpenDirectory['permits']>();
  for (const root of base.roots) {
    using directory = await openBelow(base, root, { for: 'names' });
    if (directory.kind === 'directory') trees.set(root, (path, access) => directory.permits(path, access));
  }
  return (path, access): path is RealPath => {
    if (contains(at, path)) return false;
    const root = rootOf(base.roots, path);
    if (root === undefined || root === path) return root !== undefined;
    return trees.get(root)?.(relativeTo(root, path), access) ?? false;
  };
}

/** The outermost tree that holds a path. */
export function rootOf(roots: readonly RealPath[], path: string): RealPath | undefined {
  return roots.filter((root) => contains(root, path)).sort((one, other) => one.length - other.length)[0];
}

/**
 * Opens what the volume below has at a real path.
 * @throws ToolError `CONFLICT` if the path leads through a link by now, else as `Volume.open`
 */
export async function openBelow(base: Volume, path: RealPath, purpose?: Purpose): Promise<OpenFile | OpenDirectory> {
  const found = await base.open(path, purpose);
  if (found.realPath === path) return found;
  found.close();
  const message = `Cannot open "${path}": its directory keeps changing`;
  throw new ToolError({ code: 'CONFLICT', problem: 'directory', path }, message);
}

export function accessDenied({ base }: Pick<MergedVolume, 'base'>, path: string): ToolError {
  const message = `Access denied: "${path}" is not in an allowed directory or is denied`;
  return new ToolError({ code: 'ACCESS_DENIED', path, allowed: base.roots }, message);
}
