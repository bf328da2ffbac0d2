import { dirname, join, sep } from 'node:path';
import { contains, type RealPath } from '@dragoman/fs-core/internal/kernel';

// These functions judge nothing: the overlay judges each path before it is used, and the volume below does so again.

/** The path, if it lies in one of the trees. */
export function pathInTrees(roots: readonly string[], path: string): RealPath | null {
  return roots.some((root) => contains(root, path)) ? (path as RealPath) : null;
}

/** The path that names with `/` between them lead to. */
export function pathBelow(directory: RealPath, names: string): RealPath {
  return join(directory, ...names.split('/')) as RealPath;
}

/**
 * Joins like `pathBelow`, with each `..` kept: it refers to the parent of the directory that the name before it leads
 * to.
 */
export function pathAlong(directory: RealPath, names: string): RealPath {
  return [directory, names].join(sep) as RealPath;
}

export function parentOf(path: RealPath): RealPath {
  return dirname(path) as RealPath;
}

/** The names that lead from a directory down to a path, with `/` between them. */
export function relativeTo(directory: string, path: string): string {
  return path
    .slice(directory.length)
    .split(sep)
    .filter((name) => name !== '')
    .join('/');
}
