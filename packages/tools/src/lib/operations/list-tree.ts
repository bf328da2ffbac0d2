import { type OpenDirectory, orPassOver, type Visit, visitRoot } from '@dragoman/fs-core/internal/kernel';
import type { DirectoryOutcome, TreeEntry } from '@dragoman/outcomes/internal/parts';
import { DEFAULT_EXCLUDES } from './default-excludes.ts';

/**
 * Lists what lies in a directory, down to `depth` levels, sorted by path as it is printed (a directory's ends in `/`).
 * Links are not followed; `.git` and `node_modules` directories are left out; an unreadable directory is listed without
 * its entries.
 * @throws ToolError if descriptors or memory are short
 */
export function listTree(directory: OpenDirectory, depth: number): TreeEntry[] {
  const entries = collect(visitRoot(directory), depth).map((entry) => ({ entry, printed: printed(entry) }));
  entries.sort((one, other) => (one.printed < other.printed ? -1 : one.printed > other.printed ? 1 : 0));
  return entries.map(({ entry }) => entry);
}

function collect(visit: Visit, depth: number): TreeEntry[] {
  const prefix = visit.path === '' ? '' : `${visit.path}/`;
  const listed: TreeEntry[] = [];
  for (const { name, kind } of visit.entries()) {
    const path = prefix + name;
    if (kind === 'link') {
      listed.push({ path, kind, target: visit.open().readLink(name) ?? '' });
    } else if (kind !== 'directory' || !DEFAULT_EXCLUDES.includes(name)) {
      listed.push({ path, kind });
      if (kind === 'directory' && depth > 1) {
        for (const entry of below(visit, name, depth - 1)) listed.push(entry);
      }
    }
  }
  return listed;
}

function below(outer: Visit, name: string, depth: number): TreeEntry[] {
  const entries = orPassOver(() => {
    using visit = outer.enter(name);
    return collect(visit, depth);
  });
  return entries ?? [];
}

function printed({ path, kind }: TreeEntry): string {
  return kind === 'directory' ? `${path}/` : path;
}

/** Lists an open directory without what models are rarely interested in. @param path as the caller gave it */
export function listed(path: string, directory: OpenDirectory, depth: number): DirectoryOutcome {
  const entries = listTree(directory, depth).filter((entry) => !entry.path.split('/').some(isLeftOut));
  return { kind: 'directory', path, realPath: directory.realPath, entries };
}

/** Whether a name is hidden, or that of packages of third parties. */
export function isLeftOut(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}
