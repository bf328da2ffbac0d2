import { sep } from 'node:path';
import { DENIED, DENIED_OUTSIDE_A_ROOT, KEY_FILES, UNWRITABLE } from './builtin-deny.ts';
import { createDenyLists, type DenyList, parentOf } from './deny-matcher.ts';
import { foldName } from './deny-pattern.ts';
import { createNameFilter } from './name-filter.ts';

export type Access = 'read' | 'write';
export type Verdict = 'allowed' | 'denied' | 'outside';

export interface ScopeOptions {
  /** Real paths of the allowed directories. */
  readonly roots: readonly string[];
  /** Roots by the names they were given by, if these are not their real paths. */
  readonly rootNames?: ReadonlyMap<string, string>;
  /** Paths of the user's home directory, which is no project even if it is allowed. */
  readonly homes?: readonly string[];
  /** Globs; one that starts with neither `/` nor `**` holds at any depth. */
  readonly deny?: readonly string[];
  /** True if the built-in list holds, too. Default true. */
  readonly builtinDeny?: boolean;
  /** True if the file system opens the file at this path by another spelling of its name, too. */
  readonly isCaseInsensitive?: (path: string) => boolean;
}

/** Pure decisions on absolute paths: what is allowed, and what is denied whatever else is allowed. */
export interface Scope {
  readonly roots: readonly string[];
  /** Judges a path without links. */
  judge(realPath: string, access: Access): Verdict;
  /** True if a path may be left again by `..`: it lies in a root, or on the way to one. */
  mayPass(realPath: string): boolean;
  /** The path with the name that a root was given by replaced by the root; unchanged if it begins with none. */
  throughRoot(path: string): string;
  /** True if a name that leads somewhere is itself denied, wherever it leads. */
  deniesName(path: string, access: Access): boolean;
  /** The globs of what may not be read, or of what may not be written. */
  globs(access: Access): readonly string[];
  /** True if an entry of this name, in a directory that may be read, needs judging: most names of a walk do not. */
  suspects(name: string): boolean;
}

export function createScope(options: ScopeOptions): Scope {
  const { roots, rootNames = new Map(), homes = [], deny = [] } = options;
  const { builtinDeny = true, isCaseInsensitive = () => false } = options;
  const list = (globs: readonly string[]): DenyList => ({ globs: builtinDeny ? globs : [], isCaseInsensitive });
  const everywhere = [
    { globs: deny, isCaseInsensitive },
    list(DENIED),
    { ...list(KEY_FILES), isCaseInsensitive: () => true },
  ];
  const lists = {
    read: [...everywhere, list(DENIED_OUTSIDE_A_ROOT)],
    write: [...everywhere, list(UNWRITABLE), list(DENIED_OUTSIDE_A_ROOT)],
  };
  const firstDenying = { read: createDenyLists(lists.read), write: createDenyLists(lists.write) };
  const globs = (access: Access): string[] => {
    const builtinGlobs = [...DENIED, ...KEY_FILES, ...DENIED_OUTSIDE_A_ROOT, ...(access === 'write' ? UNWRITABLE : [])];
    return [...deny, ...(builtinDeny ? builtinGlobs : [])];
  };
  // Made on first use: most processes list nothing.
  let nameFilter: ((name: string) => boolean) | undefined;
  const suspects = (name: string): boolean => {
    nameFilter ??= createNameFilter(globs('read'));
    return nameFilter(foldName(name));
  };
  const inSomeRoot = (path: string) => roots.some((root) => contains(root, path));
  const inAProjectsRoot = (path: string) => {
    const parent = parentOf(path);
    return (roots.includes(parent) || rootNames.has(parent)) && !homes.includes(parent);
  };

  const deniesName = (path: string, access: Access): boolean => {
    const outsideARoot = lists[access].length - 1;
    const first = firstDenying[access](path);
    return first < outsideARoot || (first === outsideARoot && !inAProjectsRoot(path));
  };

  return {
    roots,
    deniesName,
    globs,
    suspects,
    mayPass: (realPath) => inSomeRoot(realPath) || roots.some((root) => contains(realPath, root)),
    throughRoot(path) {
      for (const [name, root] of rootNames) if (contains(name, path)) return root + path.slice(name.length);
      return path;
    },
    judge(realPath, access) {
      if (!inSomeRoot(realPath)) return 'outside';
      return deniesName(realPath, access) ? 'denied' : 'allowed';
    },
  };
}

/** True if `path` is `root` or lies below it; both absolute and without links. */
export function contains(root: string, path: string): boolean {
  if (!path.startsWith(root)) return false;
  return path.length === root.length || root.endsWith(sep) || path[root.length] === sep;
}
