import { isAbsolute, relative, sep } from 'node:path';

/**
 * The trees that a client's roots leave of what is allowed; both are real paths. Roots only ever narrow: a tree that the
 * command line names stays where a root holds it, and a root stays where such a tree holds it.
 * @param named what the command line and the environment name; null where they name nothing, and the roots decide
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
