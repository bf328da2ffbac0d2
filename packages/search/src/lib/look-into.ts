import type { OpenDirectory } from '@dragoman/fs-core';

/** Looks at the directory at a relative path, each name on the way opened in the one before it. */
export function lookInto<T>(root: OpenDirectory, path: string, look: (directory: OpenDirectory) => T): T {
  if (path === '') return look(root);
  const cut = path.indexOf('/');
  using next = root.openDirectory(cut < 0 ? path : path.slice(0, cut));
  return lookInto(next, cut < 0 ? '' : path.slice(cut + 1), look);
}
