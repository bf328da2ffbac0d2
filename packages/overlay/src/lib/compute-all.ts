import {
  type ChangeOptions,
  type ChangeResult,
  contains,
  type DirectoryResult,
  type FileChange,
  type RealPath,
  ToolError,
} from '@dragoman/fs-core/internal/kernel';
import { computeMove } from './compute-move.ts';
import { computeRemoval } from './compute-removal.ts';
import { computeWrite } from './compute-write.ts';
import { type Changeable, type ComputedChange, madeFor, watchPlace } from './computed.ts';
import { findPlace } from './find-place.ts';
import type { MergedVolume } from './merged.ts';

/** Computes several changes that are made together. @throws ToolError if a path is named, or contained, by two of them */
export async function computeAll(
  merged: Changeable,
  changes: readonly FileChange[],
  options: ChangeOptions,
): Promise<readonly ComputedChange<ChangeResult>[]> {
  await assertApart(merged, changes);
  const computed: ComputedChange<ChangeResult>[] = [];
  try {
    for (const change of changes) computed.push(await computeOf(merged, change, options));
    return computed;
  } catch (error) {
    for (const { written } of computed) written.forEach(merged.store.contents.remove);
    throw error;
  }
}

async function computeOf(merged: Changeable, change: FileChange, options: ChangeOptions) {
  switch (change.kind) {
    case 'write':
      return named('write', await computeWrite(merged, change, options));
    case 'remove':
      return named('remove', await computeRemoval(merged, change));
    case 'move':
      return named('move', await computeMove(merged, change, options));
  }
}

function named<Name extends string, Result extends object>(change: Name, computed: ComputedChange<Result>) {
  return { ...computed, result: { change, ...computed.result } };
}

async function assertApart(merged: MergedVolume, changes: readonly FileChange[]): Promise<void> {
  const paths: RealPath[] = [];
  const add = (path: RealPath, given: string): void => {
    const isTwice = paths.some((other) => contains(other, path) || contains(path, other));
    if (isTwice) throw twice(given);
    paths.push(path);
  };
  const placeOf = async (path: string, follows: boolean) => {
    const { realPath } = await findPlace(merged, path, { access: 'write', follows });
    return realPath;
  };
  for (const change of changes) {
    if (change.kind !== 'move') add(await placeOf(change.path, change.kind === 'write'), change.path);
    else {
      const [from, to] = [await placeOf(change.from, false), await placeOf(change.to, false)];
      add(from, change.from);
      // `computeMove` judges a move to the same name, or into itself.
      if (!contains(from, to)) add(to, change.to);
    }
  }
}

function twice(path: string): ToolError {
  const message = `Cannot change "${path}": another of the changes names it, or something that contains it`;
  return new ToolError({ code: 'INVALID_ARGUMENT', problem: 'twice', path }, message);
}

/** Computes a directory and its missing parents. */
export async function computeDirectory(merged: Changeable, path: string): Promise<ComputedChange<DirectoryResult>> {
  const place = await watchPlace(merged, path, { access: 'write', follows: true });
  const { realPath, kind, isCurrent } = place;
  if (kind !== null && kind !== 'directory')
    throw new ToolError({ code: 'NOT_DIRECTORY', path, kind: 'file' }, `Cannot make "${path}": a file is there`);
  const { entries } = merged.store;
  const result = { realPath, created: kind === null, synced: true };
  if (kind !== null) return { isCurrent, changes: [], written: [], result };
  const changes = madeFor({ ...place, missing: [...place.missing, realPath] }, entries);
  return { isCurrent, changes, written: [], result };
}
