import { isAbsolute, relative, sep } from 'node:path';

/**
 * The allowed trees after the client's roots have narrowed them; all are real paths. A tree stays where a root contains
 * it, and a root stays where a tree contains it.
 * @param named the trees that the command line or the environment names; null where neither does, and the roots decide
 */
export function allowedTrees(named: readonly string[] | null, roots: readonly string[]): readonly string[] {
  if (named === null) return roots;
  const shared = named.flatMap((tree) => [
    ...roots.filter((root) => holds(tree, root)),
    ...(roots.some((root) => holds(root, tree)) ? [tree] : []),
  ]);
  return [...new Set(shared)];
}

/** Whether `path` is `tree` or lies in it. */
export function holds(tree: string, path: string): boolean {
  const way = relative(tree, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}
