import {
  createPace,
  isPathError,
  type OpenDirectory,
  paced,
  type Steps,
  type Visit,
  visitRoot,
} from '@dragoman/fs-core/internal/kernel';
import type { DirectoryOutcome, TreeEntry } from '@dragoman/outcomes/internal/parts';
import type { CallOptions } from '../../session.ts';
import { DEFAULT_EXCLUDES } from './default-excludes.ts';

/**
 * Lists what lies in a directory, down to `depth` levels, sorted by path as it is printed (a directory's ends in `/`).
 * Links are not followed; `.git` and `node_modules` directories are left out; an unreadable directory is listed without
 * its entries.
 * @throws ToolError `CANCELLED`; if descriptors or memory are short
 */
export async function listTree(directory: OpenDirectory, depth: number, { signal }: CallOptions): Promise<TreeEntry[]> {
  const entries: SortedEntry[] = [];
  await paced(collect(visitRoot(directory), depth, entries), createPace(signal));
  entries.sort((one, other) => (one.printed < other.printed ? -1 : one.printed > other.printed ? 1 : 0));
  return entries.map(({ entry }) => entry);
}

interface SortedEntry {
  readonly entry: TreeEntry;
  /** A directory's ends in `/`. */
  readonly printed: string;
}

function* collect(visit: Visit, depth: number, listed: SortedEntry[]): Steps<void> {
  const prefix = visit.path === '' ? '' : `${visit.path}/`;
  for (const { name, kind } of visit.entries()) {
    const path = prefix + name;
    if (kind === 'link') {
      listed.push({ entry: { path, kind, target: visit.open().readLink(name) ?? '' }, printed: path });
    } else if (kind !== 'directory') {
      listed.push({ entry: { path, kind }, printed: path });
    } else if (!DEFAULT_EXCLUDES.includes(name)) {
      listed.push({ entry: { path, kind }, printed: `${path}/` });
      if (depth === 1) continue;
      try {
        using inner = visit.enter(name);
        yield* collect(inner, depth - 1, listed);
      } catch (error) {
        if (!isPathError(error)) throw error;
      }
    }
    yield;
  }
}

/** Lists an open directory without what models are rarely interested in. @param path as the caller gave it */
export async function listed(
  path: string,
  { directory, depth }: { readonly directory: OpenDirectory; readonly depth: number },
  call: CallOptions,
): Promise<DirectoryOutcome> {
  const all = await listTree(directory, depth, call);
  const entries = all.filter((entry) => !entry.path.split('/').some(isLeftOut));
  return { kind: 'directory', path, realPath: directory.realPath, entries };
}

/** True if a name is hidden, or that of packages of third parties. */
export function isLeftOut(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}
