import {
  assertNotCancelled,
  type Change,
  type ChangeOptions,
  claimsDirectory,
  type OpenFile,
  ToolError,
  type WriteResult,
} from '@dragoman/fs-core/internal/kernel';
import {
  type Content,
  measurePieces,
  SHARED_MODES,
  type WrittenContent,
  withResult,
} from '@dragoman/fs-core/internal/volume-kit';
import { type Changeable, type ComputedChange, madeFor, watchPlace } from './computed.ts';
import { type Below, type FileEntry, identityOf } from './entry.ts';
import type { OverlayPlace } from './find-place.ts';
import { belowOf } from './look-below.ts';
import { openFileAt } from './open-place.ts';

interface Write<Result> {
  readonly path: string;
  readonly change: Change<Result>;
}

/** Writes the new content of a file, and computes the entries that go with it. */
export async function computeWrite<Result>(
  merged: Changeable,
  { path, change }: Write<Result>,
  { dryRun = false, signal }: ChangeOptions,
): Promise<ComputedChange<WriteResult<Result>>> {
  const place = await watchPlace(merged, path, { access: 'write', follows: true });
  const { realPath, kind } = place;
  if (kind === 'directory') throw isDirectory(realPath);
  if (claimsDirectory(path)) throw isDirectory(path);
  using current = await openFileAt(merged, place);
  const { pieces, result } = withResult(await change(current, realPath));
  assertNotCancelled(signal);
  const below = await belowAt(place, current);
  const made = await contentOf(merged, { pieces, current, signal }, dryRun);
  const { bytes: size, version, content } = made;
  const entry: FileEntry = {
    ...{ kind: 'file', below, content: content ?? '', version, size, mtimeMs: Date.now() },
    mode: current?.mode ?? SHARED_MODES.file,
    ...(place.entry?.kind === 'file' && place.entry.movedFrom && { movedFrom: place.entry.movedFrom }),
  };
  return {
    isCurrent: place.isCurrent,
    changes: [...madeFor(place, merged.store.entries), [realPath, entry]],
    written: content === null ? [] : [content],
    result: {
      ...{ realPath, created: kind === null, bytesWritten: size, version, brokeHardLink: false, notKept: [] },
      ...{ synced: true, identity: content === null ? null : identityOf(entry), result },
    },
  };
}

function isDirectory(path: string): ToolError {
  return new ToolError({ code: 'IS_DIRECTORY', path }, `Cannot write "${path}": is a directory`);
}

/** Content as a file of the overlay; on a dry run only its measures. */
export async function contentOf(
  { store }: Changeable,
  content: Content,
  dryRun: boolean,
): Promise<WrittenContent & { readonly content: string | null }> {
  return dryRun ? { ...(await measurePieces(content)), content: null } : await store.contents.write(content);
}

/** The entry of the volume below at a place. @param current the file there */
export async function belowAt({ entry, kind, isHidden }: OverlayPlace, current: OpenFile | null): Promise<Below> {
  if (entry !== undefined) return entry.below;
  if (kind === null || isHidden) return null;
  if (current === null) return kind === 'file' ? null : { kind };
  return belowOf(current);
}
