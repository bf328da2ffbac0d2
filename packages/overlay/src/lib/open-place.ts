import { basename, join } from 'node:path';
import {
  type OpenDirectory,
  type OpenFile,
  type Purpose,
  type RealPath,
  similarNames,
  ToolError,
} from '@dragoman/fs-core/internal/kernel';
import { normalizePath } from '@dragoman/fs-core/internal/volume-kit';
import { failed, findPlace, type OverlayPlace } from './find-place.ts';
import { type MergedVolume, openBelow } from './merged.ts';
import { OverlayDirectory } from './overlay-directory.ts';
import { openAbove } from './overlay-file.ts';
import { parentOf } from './tree-path.ts';

/** Opens what a path leads to. @throws ToolError as `Volume.open` */
export async function openPath(
  merged: MergedVolume,
  path: string,
  purpose?: Purpose,
): Promise<OpenFile | OpenDirectory> {
  const place = await findPlace(merged, path, { access: 'read', follows: true });
  const { realPath, kind, entry } = place;
  if (kind === null) throw await missingError(merged, place, path);
  if (kind === 'directory') return openDirectoryAt(merged, realPath, purpose);
  if (entry?.kind === 'file') return openAbove(merged.store.contents, entry, realPath);
  return openBelow(merged.base, realPath, purpose);
}

/** Opens the file at a place; null if none is there. @throws ToolError `UNSUPPORTED_FILE` for what is no file */
export async function openFileAt(
  merged: MergedVolume,
  { realPath, kind, entry }: OverlayPlace,
): Promise<OpenFile | null> {
  if (kind === null) return null;
  if (entry?.kind === 'file') return openAbove(merged.store.contents, entry, realPath);
  const found = await openBelow(merged.base, realPath);
  if (found.kind === 'file') return found;
  found.close();
  throw notAFile(realPath, 'directory');
}

export function notAFile(path: RealPath, kind: string): ToolError {
  return new ToolError({ code: 'UNSUPPORTED_FILE', path, kind }, `Cannot write "${path}": ${kind}`);
}

/** Opens a directory that is seen at a real path. */
export async function openDirectoryAt(
  merged: MergedVolume,
  realPath: RealPath,
  purpose?: Purpose,
): Promise<OverlayDirectory> {
  const { base, store } = merged;
  if (store.entries.get(realPath) !== undefined || store.entries.isHidden(realPath))
    return new OverlayDirectory(merged, realPath, null);
  const below = await openBelow(base, realPath, purpose);
  if (below.kind === 'directory') return new OverlayDirectory(merged, realPath, below);
  below.close();
  throw failed('ENOTDIR', realPath);
}

const MAX_ENTRIES = 5_000;

/** The error for a path that leads to nothing, with names that may have been meant. */
export async function missingError(
  merged: MergedVolume,
  { realPath, missing: [first] }: OverlayPlace,
  given: string,
): Promise<unknown> {
  const path = normalizePath(given);
  const sought = first ?? realPath;
  const parent = parentOf(sought);
  using directory = await openDirectoryAt(merged, parent, { for: 'names' });
  const names = directory.entries().map(({ name }) => name);
  // No caller could ask for a name that is not UTF-8.
  const askable = names.length > MAX_ENTRIES ? [] : names.filter((name) => name.isWellFormed());
  const candidates = similarNames(basename(sought), askable).map((name) => join(parent, name));
  if (candidates.length === 0) return failed('ENOENT', path);
  const nearest = { path, errno: 'ENOENT', action: 'open', candidates: candidates.slice(0, 3) } as const;
  return new ToolError({ code: 'NOT_FOUND', ...nearest }, `Cannot open "${path}": no such file or directory`);
}
