import { join } from 'node:path';
import { isSurelyBefore, openLocalVolume, type Volume } from '@dragoman/fs-core/internal/kernel';
import { type FindLinesRequest, findLines } from '@dragoman/search/internal/search';
import { passTick } from '@dragoman/testing';
import { createNarrower } from '../src/lib/create-narrower.ts';
import type { SearchIndex } from '../src/lib/search-index.ts';
import { buildTreeIndex, refreshTreeIndex } from '../src/lib/tree-index.ts';

export const SKIP: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** An index of a tree that every search asks first, however small the tree and however young its files. */
export function forcedIndex(directory: string): SearchIndex {
  const bounds = { slowMs: 0, slowSearches: 0, leastFiles: 0, mostListed: Number.POSITIVE_INFINITY };
  return { directory, rules: '', log: () => undefined, slow: new Map(), building: null, bounds };
}

/** @param restMs how long ago a file must have changed; null for what the system says */
export async function indexTree(root: string, directory: string, restMs: number | null = 0): Promise<void> {
  const volume = openLocalVolume({ allow: [root] });
  const index = { directory, rules: '', userExcludes: null, skip: SKIP, ...(restMs !== null && { restMs }) };
  const built = await buildTreeIndex({ volume, root, ...index });
  if (typeof built === 'string') throw new Error(`There is no index: ${built}`);
}

/** Waits until a directory that changes from now on has another time than one that has changed before. */
export function passTicks(probe: string): void {
  const startMs = Date.now() + 0.5;
  while (!isSurelyBefore(startMs, Date.now())) passTick(probe);
}

/** Takes what has changed into an index; tells how many segments it has then. All that was written is to be on the disk. */
export async function updateIndex(root: string, directory: string): Promise<number> {
  passTick(join(directory, 'tick'));
  const given = { directory, rules: '', userExcludes: null, skip: SKIP, restMs: 0 };
  const bounds = { leastFiles: 0, leastChanges: 1, leastPart: 1 };
  const updated = await refreshTreeIndex({ volume: openLocalVolume({ allow: [root] }), root, ...given }, bounds);
  if (typeof updated === 'string') throw new Error(`The index is not updated: ${updated}`);
  return updated.segments.length;
}

export interface SearchResult {
  /** Every file with its count and its lines; sorted, unless they were asked for in order. */
  readonly files: readonly string[];
  readonly notes: unknown;
  /** The code of the error that ended the search. */
  readonly error: unknown;
}

const REQUEST = { result: 'lines', hidden: true, ignoreFiles: 'all', skip: SKIP, maxLines: 1_000 } as const;

export type SearchRequest = Partial<Omit<FindLinesRequest, 'index'>> &
  Pick<FindLinesRequest, 'pattern'> & { readonly index?: SearchIndex };

/** All that a search finds below a directory, and says of it. */
export async function search(volume: Volume, path: string, sought: SearchRequest): Promise<SearchResult> {
  using directory = await volume.open(path);
  const index = sought.index && createNarrower(sought.index);
  const found = findLines(volume, directory, { ...REQUEST, ...sought, index });
  const files: string[] = [];
  let error: unknown = null;
  try {
    for await (const batch of found) {
      for (const { path: file, count, lines } of batch) {
        const texts = lines.map(
          ({ number, bytes, kind }) => `${number} ${kind} ${Buffer.from(bytes).toString('latin1')}`,
        );
        files.push(JSON.stringify([file, count, texts]));
      }
    }
  } catch (caught) {
    error = caught instanceof Error ? caught.message : caught;
  }
  return { files: sought.inOrder ? files : files.sort(), notes: found.notes, error };
}
