import {
  type OpenDirectory,
  type OpenFile,
  type RealPath,
  ToolError,
  type Volume,
  versionOf,
} from '@dragoman/fs-core/internal/kernel';
import type { CommitConflict } from '@dragoman/outcomes';
import { versionBelow } from './changes-of.ts';
import type { Entries } from './entries.ts';
import type { Below } from './entry.ts';
import { openBelow } from './merged.ts';
import { pathBelow } from './tree-path.ts';

/** Current state of a path in the volume below, in the terms of an entry. */
export async function lookBelow(base: Volume, path: RealPath): Promise<Below> {
  try {
    const { kind, realPath } = await base.locate(path, 'entry');
    if (kind === null) return null;
    if (kind !== 'file' || realPath !== path) return { kind: kind === 'file' ? 'other' : kind };
    using file = await openBelow(base, path);
    return file.kind === 'file' ? await belowOf(file) : { kind: 'directory' };
  } catch (error) {
    // A file has taken the place of a directory on the way, or the directory is gone.
    if (error instanceof ToolError && (error.code === 'NOT_DIRECTORY' || error.code === 'NOT_FOUND')) return null;
    throw error;
  }
}

/** The version of the file that a volume has at a real path; null if it has none. @throws ToolError as `Volume.open` */
export async function fileVersionIn(volume: Volume, path: RealPath): Promise<string | null> {
  return versionBelow(await lookBelow(volume, path));
}

/** The facts about a file of the volume below that an entry remembers. */
export async function belowOf(file: OpenFile): Promise<Below> {
  return { kind: 'file', version: await versionOf(file), mode: file.mode };
}

export function isSameBelow(one: Below, other: Below): boolean {
  return one?.kind === other?.kind && versionBelow(one) === versionBelow(other);
}

/** Entries of the volume below, at and below a directory, that no entry of the overlay mentions. */
export async function strangersIn(base: Volume, path: RealPath, entries: Entries): Promise<CommitConflict[]> {
  using directory = await openBelow(base, path, { for: 'tree' });
  if (directory.kind !== 'directory') return [{ path, from: null, found: await versionOf(directory) }];
  return await strangersBelow(directory, entries);
}

async function strangersBelow(directory: OpenDirectory, entries: Entries): Promise<CommitConflict[]> {
  const strangers: CommitConflict[] = [];
  for (const { name, kind } of directory.entries()) {
    const path = pathBelow(directory.realPath, name);
    const known = entries.get(path)?.below ?? null;
    if (kind === 'directory') {
      using inner = directory.openDirectory(name);
      strangers.push(...(await strangersBelow(inner, entries)));
      continue;
    }
    const now = kind === 'file' ? await stateAt(directory, name) : ({ kind } as const);
    if (!isSameBelow(now, known)) strangers.push({ path, from: versionBelow(known), found: versionBelow(now) });
  }
  return strangers;
}

async function stateAt(directory: OpenDirectory, name: string): Promise<Below> {
  using file = directory.openFile(name);
  return await belowOf(file);
}
