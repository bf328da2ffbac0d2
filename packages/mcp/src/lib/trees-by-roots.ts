import type { Options } from '@dragoman/dialects/internal/options';
import { contains } from '@dragoman/fs-core/internal/kernel';

/** The directories of a session, and those that the user named. All paths are real ones. */
export interface SessionDirectories {
  /** The directories that the user named; null if there are none, and the client's roots decide. */
  readonly named: readonly string[] | null;
  readonly roots: Options['roots'];
  readonly workdir: string;
  readonly isWorkdirNamed: boolean;
}

interface WorkingTrees {
  readonly allow: readonly string[];
  readonly workdir: string;
}

/** The directories of a session once the client has named its roots, of which there is one at least. */
export function treesByRoots(standing: SessionDirectories, roots: readonly string[]): WorkingTrees {
  const allow = allowedBy(standing, roots);
  return { allow, workdir: workdirIn(allow, standing, roots) };
}

function allowedBy({ named, roots: mode }: SessionDirectories, roots: readonly string[]): readonly string[] {
  if (named === null) return roots;
  const shared = mode === 'intersect' ? intersection(named, roots) : [];
  return shared.length > 0 ? shared : named;
}

/** A tree that the user named stays if a root contains it, and a root stays if such a tree contains it. */
export function intersection(named: readonly string[], roots: readonly string[]): readonly string[] {
  const shared = named.flatMap((tree) => [
    ...roots.filter((root) => contains(tree, root)),
    ...(roots.some((root) => contains(root, tree)) ? [tree] : []),
  ]);
  return [...new Set(shared)];
}

function workdirIn(allow: readonly string[], standing: SessionDirectories, roots: readonly string[]): string {
  const { named, workdir, isWorkdirNamed } = standing;
  const isAllowed = (path: string): boolean => allow.some((tree) => contains(tree, path));
  if (isAllowed(workdir) && (isWorkdirNamed || named === null)) return workdir;
  const fallback = isAllowed(workdir) ? workdir : allow[0];
  return roots.find(isAllowed) ?? fallback ?? workdir;
}
