import { isPathError, type OpenDirectory, type OpenFile } from '@dragoman/fs-core';

/** Opens a file that ripgrep found below a directory; null where it may not be read, or a link leads to it. */
export function openProposed(searched: OpenDirectory, path: string): OpenFile | null {
  try {
    return searched.openFile(path);
  } catch (error) {
    if (!isPathError(error)) throw error;
    return null;
  }
}
