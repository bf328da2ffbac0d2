import { contains } from '@dragoman/tools/options';

/**
 * The allowed trees after the client's roots have narrowed them; all are real paths. A tree stays where a root contains
 * it, and a root stays where a tree contains it.
 * @param named the trees that the command line or the environment names; null where neither does, and the roots decide
 */
export function allowedTrees(named: readonly string[] | null, roots: readonly string[]): readonly string[] {
  if (named === null) return roots;
  const shared = named.flatMap((tree) => [
    ...roots.filter((root) => contains(tree, root)),
    ...(roots.some((root) => contains(root, tree)) ? [tree] : []),
  ]);
  return [...new Set(shared)];
}
