import { join } from 'node:path';
import { isPathError, type OpenDirectory, type OpenFile, type Volume } from '@dragoman/fs-core';
import { lookInto } from './look-into.ts';

/** Opens a file that ripgrep found, through the volume; null where it may not be read, or a link leads to it. */
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
    if (!isPathError(error)) throw error;
  }
  return null;
}

/** For a path that is not UTF-8, which `Volume.open` cannot take: directories know their entries by such names. */
function openByNames(directory: OpenDirectory, path: string): OpenFile {
  const cut = path.lastIndexOf('/');
  return lookInto(directory, cut < 0 ? '' : path.slice(0, cut), (parent) => parent.openFile(path.slice(cut + 1)));
}
