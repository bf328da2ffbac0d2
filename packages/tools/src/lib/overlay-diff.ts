import { basename, dirname } from 'node:path';
import { type OpenFile, ToolError, type Volume } from '@dragoman/fs-core';
import type { OverlayChange } from '@dragoman/outcomes';
import type { DiffedFile, DiffSide } from '@dragoman/outcomes/internal/parts';
import { fileSide, gitText, linkSide } from './diffed-file.ts';

export interface OverlayOver {
  readonly overlay: Volume;
  readonly below: Volume;
}

/**
 * Returns the files below before and after the changes of an overlay, as Git would show them.
 * @param maxBytes of a file whose text is shown
 */
export async function diffedOver(
  { overlay, below }: OverlayOver,
  changes: readonly OverlayChange[],
  maxBytes: number,
): Promise<DiffedFile[]> {
  const files: DiffedFile[] = [];
  for (const { path } of changes) {
    const [before, after] = [await sideAt(below, path, maxBytes), await sideAt(overlay, path, maxBytes)];
    files.push({ path, before, after });
  }
  return files;
}

/** The file or the symbolic link at a path; else null. */
async function sideAt(volume: Volume, path: string, maxBytes: number): Promise<DiffSide | null> {
  try {
    return await entryAt(volume, path, maxBytes);
  } catch (error) {
    // A file has come in the way, or the directory has gone.
    if (error instanceof ToolError && (error.code === 'NOT_DIRECTORY' || error.code === 'NOT_FOUND')) return null;
    throw error;
  }
}

async function entryAt(volume: Volume, path: string, maxBytes: number): Promise<DiffSide | null> {
  const { kind, realPath } = await volume.locate(path, 'entry');
  if (kind === 'link') {
    using directory = await volume.open(dirname(realPath));
    const target = directory.kind === 'directory' ? directory.readLink(basename(realPath)) : null;
    return target === null ? null : linkSide(target);
  }
  if (kind !== 'file') return null;
  using file = await volume.open(realPath);
  if (file.kind !== 'file') return null;
  return fileSide(file.mode, file.size > maxBytes ? null : gitText(await bytesOf(file)));
}

async function bytesOf(file: OpenFile): Promise<Buffer> {
  const bytes = Buffer.alloc(file.size);
  for (let at = 0; at < bytes.length; ) {
    const count = await file.read(bytes.subarray(at), at);
    if (count === 0) return bytes.subarray(0, at);
    at += count;
  }
  return bytes;
}
