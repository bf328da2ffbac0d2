import { contains, resolvedAsFarAs } from '@dragoman/fs-core/internal/kernel';

const SYSTEM = '/usr/bin:/bin';

/**
 * The `PATH` for programs outside the sandbox: without relative entries, and without those in which commands can put a
 * program, such as a project's `node_modules/.bin`. If they may write everywhere, no other entry is safer.
 */
export function ownSearchPath(searchPath: string | undefined, writable: readonly string[]): string | undefined {
  if (process.platform === 'win32') return searchPath;
  const trees = writable.filter((tree) => tree !== '/');
  const isOutside = (path: string): boolean => !trees.some((tree) => contains(tree, path));
  const isSafe = (entry: string): boolean =>
    entry.startsWith('/') && isOutside(entry) && isOutside(resolvedAsFarAs(entry));
  // An empty `PATH` would mean the current directory.
  return (searchPath ?? SYSTEM).split(':').filter(isSafe).join(':') || SYSTEM;
}
