import { join } from 'node:path';
import { type OpenDirectory, type OpenFile, ToolError, type Volume } from '@dragoman/fs-core';
import { lookInto } from './look-into.ts';

/** Opens a file that ripgrep proposes, through the volume; null where no such file may be read. */
export async function openProposed(
  volume: Volume,
  searched: OpenDirectory | OpenFile,
  path: string,
): Promise<OpenFile | null> {
  try {
    if (/\p{Surrogate}/u.test(path) && searched.kind === 'directory') return openByNames(searched, path);
    const target = searched.kind === 'file' ? searched.realPath : join(searched.realPath, path);
    const opened = await volume.open(target);
    if (opened.kind === 'file' && opened.realPath === target) return opened;
    opened.close();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
  }
  return null;
}

/** A path that is not text is none to ask a volume for. */
function openByNames(directory: OpenDirectory, path: string): OpenFile {
  const cut = path.lastIndexOf('/');
  return lookInto(directory, cut < 0 ? '' : path.slice(0, cut), (parent) => parent.openFile(path.slice(cut + 1)));
}
