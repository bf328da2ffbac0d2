import type { OpenDirectory } from '@dragoman/fs-core';

/**
 * Calls `look` with the directory at a relative path; each directory on the way is opened in the one before it.
 * @throws ToolError as `OpenDirectory.openDirectory`
 */
export function lookInto<T>(root: OpenDirectory, path: string, look: (directory: OpenDirectory) => T): T {
  if (path === '') return look(root);
  const cut = path.indexOf('/');
  using next = root.openDirectory(cut < 0 ? path : path.slice(0, cut));
  return lookInto(next, cut < 0 ? '' : path.slice(cut + 1), look);
}
