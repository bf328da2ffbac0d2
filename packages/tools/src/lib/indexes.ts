import { broughtLink, contains } from '@dragoman/fs-core/internal/kernel';
import type { IndexFindings, NoIndex } from '@dragoman/search-index/internal/indexes';
import { findJournalOf } from './journal/journal-settings.ts';
import { openDirectories } from './open-directories.ts';
import { DEFAULT_EXCLUDES } from './operations/list/default-excludes.ts';
import { searchIndexOf } from './search-index-of.ts';
import type { SessionOptions } from './session.ts';

/** A tree, and its index; else, why it has none. */
export interface TreeIndex {
  readonly root: string;
  readonly index: IndexFindings | NoIndex | 'none' | 'too-large' | 'off';
}

/** Examines the indexes of the trees that a session may touch. */
export async function examineIndexes(options: SessionOptions): Promise<TreeIndex[]> {
  const { examineIndex } = await import('@dragoman/search-index/internal/indexes');
  await using volume = volumeOf(options);
  const settings = searchIndexOf(options);
  const found: TreeIndex[] = [];
  for (const root of outermostOf(volume.roots)) {
    found.push({ root, index: settings === null ? 'off' : await examineIndex({ volume, root, ...settings }) });
  }
  return found;
}

export interface BuildOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (root: string, files: number) => void;
}

/**
 * Builds the index of each tree that a session may touch, in place of the one that was there.
 * @throws ToolError `CANCELLED`, `CONFLICT` if another process builds it; IndexTooLargeError
 */
export async function buildIndexes(options: SessionOptions, building: BuildOptions = {}): Promise<TreeIndex[]> {
  const { buildTreeIndex, examineIndex } = await import('@dragoman/search-index/internal/indexes');
  const { readUserExcludes } = await import('@dragoman/search/internal/search');
  await using volume = volumeOf(options);
  const settings = searchIndexOf(options);
  const userExcludes = readUserExcludes(options.environment ?? {});
  const built: TreeIndex[] = [];
  for (const root of outermostOf(volume.roots)) {
    if (settings === null) built.push({ root, index: 'off' });
    else {
      const tree = { volume, root, ...settings };
      const onProgress = (files: number): void => building.onProgress?.(root, files);
      const skip = new Set(DEFAULT_EXCLUDES);
      const result = await buildTreeIndex({ ...tree, userExcludes, skip, onProgress, signal: building.signal });
      built.push({ root, index: typeof result === 'string' ? result : await examineIndex(tree) });
    }
  }
  return built;
}

/**
 * True if a build failed since the index grew too large. By the name: a program that starts need not load the class.
 */
export function isTooLarge(error: unknown): error is Error {
  return error instanceof Error && error.name === 'IndexTooLargeError';
}

/** Removes the indexes of all trees at and below a path, by default all of this user's. Returns how many. */
export async function clearIndexes(options: SessionOptions, path?: string): Promise<number> {
  const search = await import('@dragoman/search-index/internal/indexes');
  const place = search.placeIn(searchIndexOf(options)?.directory ?? null);
  if (place === null || broughtLink(place, options.allow ?? [options.workdir]) !== null) return 0;
  return search.clearIndexes(place, (root) => path === undefined || (root !== null && contains(path, root)));
}

function volumeOf(options: SessionOptions) {
  // An index is made of what is there, and changes nothing of it.
  return openDirectories({ ...options, readOnly: true }, { place: findJournalOf(options) });
}

/** Selects the roots that lie in no other. */
function outermostOf(roots: readonly string[]): string[] {
  return roots.filter((root) => !roots.some((other) => other !== root && contains(other, root)));
}
