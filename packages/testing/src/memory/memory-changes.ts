import { basename, sep } from 'node:path';
import {
  assertNotCancelled,
  type Change,
  type ChangeOptions,
  type ChangeResult,
  contains,
  type FileChange,
  type MoveResult,
  type Removal,
  type RemoveResult,
  ToolError,
  type WriteResult,
} from '../../../fs-core/src/internal/kernel.ts';
import { measurePieces, withResult } from '../../../fs-core/src/lib/descriptors/write-pieces.ts';
import { fromErrno } from '../../../fs-core/src/lib/errors/errno.ts';
import type { Scope } from '../../../fs-core/src/lib/paths/scope.ts';
import { identityOf, openMemoryFile } from './memory-file.ts';
import {
  denied,
  failed,
  find,
  findEntry,
  findExisting,
  findFile,
  type Memory,
  type MemoryTarget,
} from './memory-places.ts';
import { below, isBelow, type MemoryDirectoryNode, type MemoryNode, newFile, put } from './memory-tree.ts';

/** Number of times that a change is computed anew because another one came first. */
const TRIES = 12;

/** A change that was computed, to be made in one go with the others. */
export interface MemoryChange<Result> {
  /** True if everything is still as it was when this was computed. */
  readonly isCurrent: () => boolean;
  readonly make: () => void;
  readonly result: Result;
}

/** Makes all changes at once, as soon as nothing has changed since they were computed. */
export async function makeAll<Result>(
  [path = '']: readonly string[],
  { dryRun = false, signal }: ChangeOptions,
  compute: () => Promise<readonly MemoryChange<Result>[]>,
): Promise<readonly Result[]> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const computed = await compute();
    assertNotCancelled(signal);
    if (!computed.every(({ isCurrent }) => isCurrent())) continue;
    if (!dryRun) for (const { make } of computed) make();
    return computed.map(({ result }) => result);
  }
  const failure = { code: 'CONFLICT', problem: 'changed', path, changedMeanwhile: true } as const;
  throw new ToolError(failure, `Cannot write "${path}": it changes all the time`);
}

/** @throws ToolError if a path is named, or contained, by two of the changes */
export function assertApart(memory: Memory, changes: readonly FileChange[]): void {
  const paths: string[] = [];
  const add = (path: string, given: string): void => {
    if (paths.some((other) => contains(other, path) || contains(path, other)))
      throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'twice', path: given }, `"${given}" is changed twice`);
    paths.push(path);
  };
  for (const change of changes) {
    if (change.kind === 'write') add(findFile(memory, change.path).realPath, change.path);
    if (change.kind === 'remove') add(findExisting(memory, change.path).realPath, change.path);
    if (change.kind !== 'move') continue;
    const { realPath } = findExisting(memory, change.from);
    add(realPath, change.from);
    const { realPath: to } = findEntry(memory, change.to);
    if (!contains(realPath, to)) add(to, change.to);
  }
}

export async function computeOf(
  memory: Memory,
  change: FileChange,
  options: ChangeOptions,
): Promise<MemoryChange<ChangeResult>> {
  switch (change.kind) {
    case 'write':
      return named('write', await computeWrite(memory, change, options));
    case 'remove':
      return named('remove', await computeRemoval(memory, change));
    case 'move':
      return named('move', await computeMove(memory, change, options));
  }
}

function named<Name extends string, Result extends object>(change: Name, computed: MemoryChange<Result>) {
  return { ...computed, result: { change, ...computed.result } };
}

interface Write<Result> {
  readonly path: string;
  readonly change: Change<Result>;
}

export async function computeWrite<Result>(
  memory: Memory,
  { path, change }: Write<Result>,
  { dryRun = false, signal }: ChangeOptions,
): Promise<MemoryChange<WriteResult<Result>>> {
  const { node, realPath } = findFile(memory, path);
  if (node?.kind === 'directory') throw failed('EISDIR', path);
  const now = (): MemoryNode | null => find(memory, path, 'write').node;
  const current = node && openMemoryFile(node, realPath, now);
  const { pieces, result } = withResult(await change(current, realPath));
  const { bytes: bytesWritten, version } = await measurePieces({ pieces, current, signal });
  const parts = pieces.map((piece) =>
    piece instanceof Uint8Array ? piece : (node?.content ?? new Uint8Array()).subarray(piece.from, piece.to),
  );
  const made = newFile(Buffer.concat(parts), node === null ? {} : { mode: node.mode });
  return {
    isCurrent: () => now() === node,
    make: () => put(find(memory, path, 'write').place, made),
    result: {
      ...{ realPath, created: node === null, bytesWritten, version, brokeHardLink: false, notKept: [], synced: true },
      ...{ identity: dryRun ? null : identityOf(made), result },
    },
  };
}

export async function computeRemoval(
  memory: Memory,
  { path, recursive, precondition }: Removal & { readonly path: string },
): Promise<MemoryChange<RemoveResult>> {
  const { node, realPath, place } = findExisting(memory, path);
  await precondition?.(node.kind === 'file' ? openMemoryFile(node, realPath, () => node) : null, realPath);
  if (node.kind === 'directory') assertRemovable(memory, { node, realPath, isRecursive: recursive ?? false });
  return {
    isCurrent: () => find(memory, path, 'write').node === node,
    make: () => place.directory?.entries.delete(basename(realPath)),
    result: { realPath, kind: node.kind, synced: true },
  };
}

interface RemovedTree {
  readonly node: MemoryDirectoryNode;
  readonly realPath: string;
  readonly isRecursive: boolean;
}

function assertRemovable({ scope }: Memory, { node, realPath, isRecursive }: RemovedTree): void {
  if (node.entries.size > 0 && !isRecursive) {
    const error = Object.assign(new Error('ENOTEMPTY'), { code: 'ENOTEMPTY' });
    throw fromErrno(error, 'remove', realPath);
  }
  assertAllAllowed(scope, node, realPath);
}

function assertAllAllowed(scope: Scope, node: MemoryDirectoryNode, realPath: string): void {
  for (const [path] of below(node))
    if (scope.judge(realPath + sep + path, 'write') !== 'allowed') throw denied(scope, realPath);
}

type Move = Omit<Extract<FileChange, { kind: 'move' }>, 'kind'>;

export async function computeMove(
  memory: Memory,
  move: Move,
  options: ChangeOptions,
): Promise<MemoryChange<MoveResult>> {
  const { from, to, precondition, change } = move;
  const [source, target] = [findExisting(memory, from), findEntry(memory, to)];
  const { node } = source;
  assertMovable(move, source, target);
  const current = node.kind === 'file' ? openMemoryFile(node, source.realPath, () => node) : null;
  await precondition?.(current, source.realPath);
  if (node.kind === 'directory')
    for (const { realPath } of [source, target]) assertAllAllowed(memory.scope, node, realPath);
  const written = change && (await computeWrite(memory, { path: from, change }, options));
  return {
    isCurrent: () => find(memory, from, 'write').node === node && find(memory, to, 'write').node === target.node,
    make() {
      written?.make();
      const { place, node: moved } = find(memory, from, 'write');
      place.directory?.entries.delete(basename(source.realPath));
      if (moved !== null) put(find(memory, to, 'write').place, moved);
    },
    result: {
      ...{
        from: source.realPath,
        realPath: target.realPath,
        kind: node.kind,
        copied: false,
        notKept: [],
        synced: true,
      },
      replaced: target.node !== null && target.realPath !== source.realPath,
      version: written?.result.version ?? null,
      identity: written?.result.identity ?? (node.kind === 'file' ? identityOf(node) : null),
    },
  };
}

function assertMovable(
  { from, to, overwrite = false, change }: Move,
  source: MemoryTarget,
  target: MemoryTarget,
): void {
  if (isBelow(target.realPath, source.realPath)) {
    const failure = { code: 'INVALID_ARGUMENT', problem: 'into-itself', path: from, to } as const;
    throw new ToolError(failure, `Cannot move "${from}" into itself`);
  }
  if (change !== undefined && source.node?.kind === 'directory') throw failed('EISDIR', from);
  if (target.node === null || source.realPath === target.realPath) return;
  if (overwrite && source.node?.kind === 'file' && target.node.kind === 'file') return;
  const failure = { code: 'INVALID_ARGUMENT', problem: 'exists', path: to, exists: true } as const;
  throw new ToolError(failure, `Cannot move to "${to}": something is there`);
}
