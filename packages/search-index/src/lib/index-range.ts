import { decodeName } from '@dragoman/fs-core/internal/kernel';
import type { OpenIndex } from './open-index.ts';
import { type IndexedTree, textAt } from './tree-table.ts';

/** The part of an index that lies below the searched directory. */
export interface IndexRange {
  readonly opened: OpenIndex;
  /** The path of the searched directory below the root of the index; empty, or ending in a slash. */
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
  readonly firstFile: number;
  readonly lastFile: number;
}

/** Null for a directory that is not indexed. */
export function rangeOf(opened: OpenIndex, path: string): IndexRange | null {
  const from = opened.directoryAt(path);
  if (from === null) return null;
  const { subtreeEnds, firstFiles } = opened.tree;
  const to = subtreeEnds[from] as number;
  const [firstFile, lastFile] = [firstFiles[from] as number, firstFiles[to] as number];
  return { opened, prefix: path === '' ? '' : `${path}/`, from, to, firstFile, lastFile };
}

/** True if a directory was there when the index was built. */
export function isKnown({ opened, prefix }: IndexRange, path: string): boolean {
  return opened.directoryAt(prefix + path) !== null || opened.isExcluded(prefix + path);
}

export function namesIn({ opened: { tree } }: IndexRange, directory: number): Set<string> {
  const names = new Set<string>();
  const end = tree.firstFiles[directory + 1] as number;
  for (let file = tree.firstFiles[directory] as number; file < end; file++) names.add(nameOf(tree, file));
  return names;
}

function nameOf({ names, nameEnds }: IndexedTree, file: number): string {
  return decodeName(Buffer.from(textAt(names, nameEnds, file)));
}

export function pathOfDirectory({ opened: { tree }, prefix }: IndexRange, directory: number): string {
  const path = decodeName(Buffer.from(textAt(tree.directories, tree.directoryEnds, directory)));
  return path.slice(prefix.length);
}

export function pathOfFile(range: IndexRange, file: number): string {
  const { tree } = range.opened;
  const directory = pathOfDirectory(range, directoryOf(tree, file));
  return `${directory === '' ? '' : `${directory}/`}${nameOf(tree, file)}`;
}

/** The directory of a file: the last one whose first file is not behind it. */
function directoryOf({ firstFiles }: IndexedTree, file: number): number {
  let [low, high] = [0, firstFiles.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((firstFiles[middle] as number) <= file) low = middle;
    else high = middle;
  }
  return low;
}
