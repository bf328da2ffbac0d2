import { sep } from 'node:path';
import { claimsDirectory, type RealPath, similarNames, ToolError } from '../../../fs-core/src/internal/kernel.ts';
import { fromErrno } from '../../../fs-core/src/lib/errors/errno.ts';
import { normalizePath } from '../../../fs-core/src/lib/paths/normalize-path.ts';
import type { Access, Scope } from '../../../fs-core/src/lib/paths/scope.ts';
import { lookUp, type MemoryDirectoryNode, type MemoryNode, type MemoryPlace } from './memory-tree.ts';

// Of names on most file systems, in bytes.
const MAX_NAME_BYTES = 255;

/** Parts of a memory volume. */
export interface Memory {
  readonly root: string;
  readonly scope: Scope;
  readonly tree: MemoryDirectoryNode;
}

export interface MemoryTarget {
  readonly realPath: RealPath;
  readonly node: MemoryNode | null;
  readonly place: MemoryPlace;
}

export function find({ root, scope, tree }: Memory, given: string, access: Access): MemoryTarget {
  const path = normalizePath(given);
  if (scope.judge(path, access) !== 'allowed') throw denied(scope, given);
  const names = path
    .slice(root.length)
    .split(sep)
    .filter((name) => name !== '');
  const place = lookUp(tree, names);
  if (place.directory === null) throw failed('ENOTDIR', path);
  if (names.some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES)) throw failed('ENAMETOOLONG', path);
  return { realPath: path as RealPath, node: place.node, place };
}

/** Finds an entry that is to be removed or moved; a root is where a tree begins, and no entry of a tree. */
export function findEntry(memory: Memory, path: string): MemoryTarget {
  const found = find(memory, path, 'write');
  if (found.realPath === memory.root) throw denied(memory.scope, path);
  if (claimsDirectory(path) && found.node?.kind === 'file') throw failed('ENOTDIR', path);
  return found;
}

/** Finds like `findEntry` an entry that must exist. */
export function findExisting(memory: Memory, path: string): MemoryTarget & { readonly node: MemoryNode } {
  const { node, ...found } = findEntry(memory, path);
  if (node === null) throw missing(memory, path);
  return { ...found, node };
}

/** Finds the place of a file that exists or is to be written. */
export function findFile(memory: Memory, path: string): MemoryTarget {
  const found = find(memory, path, 'write');
  if (claimsDirectory(path)) throw failed('EISDIR', path);
  return found;
}

/** The error for a path that leads nowhere. */
export function missing({ root, scope, tree }: Memory, given: string): unknown {
  const path = normalizePath(given);
  const { directory, names } = lookUp(tree, namesOf(root, path));
  const above = path.slice(0, path.length - names.join(sep).length);
  const candidates = similarNames(names[0] ?? '', [...(directory?.entries.keys() ?? [])])
    .map((name) => above + name)
    .filter((candidate) => scope.judge(candidate, 'read') === 'allowed')
    .slice(0, 3);
  if (candidates.length === 0) return failed('ENOENT', path);
  const failure = { code: 'NOT_FOUND', path, errno: 'ENOENT', action: 'open', candidates } as const;
  return new ToolError(failure, `Cannot open "${path}": no such file or directory`);
}

export function failed(errno: string, path: string): unknown {
  return fromErrno(Object.assign(new Error(errno), { code: errno }), 'open', path);
}

export function denied({ roots }: Scope, path: string): ToolError {
  return new ToolError({ code: 'ACCESS_DENIED', path, allowed: roots }, `Access denied: "${path}"`);
}

function namesOf(root: string, path: string): string[] {
  return path
    .slice(root.length)
    .split(sep)
    .filter((name) => name !== '');
}
