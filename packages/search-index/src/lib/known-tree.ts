import type { EntryState } from '@dragoman/fs-core/internal/index-kit';
import { decodeName } from '@dragoman/fs-core/internal/kernel';
import type { Segment } from './manifest.ts';
import type { OpenIndex } from './open-index.ts';
import { type IndexedTree, NO_FILE, textAt } from './tree-table.ts';

/** The parts of an index that its successor may take over. */
export interface KnownTree {
  readonly segments: readonly Segment[];
  /** Number of columns of its segments. */
  readonly columns: number;
  /** Columns that belong to no file any more. */
  readonly dead: number;
  readonly files: number;
  /** Null if the state of the directory was not recorded. */
  stateOf(path: string): EntryState | null;
  /** The files of a directory whose state was recorded, by name. */
  filesIn(path: string): ReadonlyMap<string, KnownFile>;
}

export interface KnownFile {
  readonly state: EntryState;
  readonly flags: number;
  /** Null for a file that every search reads. */
  readonly column: number | null;
}

const NONE: ReadonlyMap<string, KnownFile> = new Map();

export function knownTree({ manifest, tree, directoryAt }: OpenIndex): KnownTree {
  const columnOf = new Map<number, number>();
  for (const [column, file] of tree.columns.entries()) if (file !== NO_FILE) columnOf.set(file, column);
  return {
    segments: manifest.segments,
    columns: tree.columns.length,
    dead: tree.columns.length - columnOf.size,
    files: tree.nameEnds.length,
    stateOf(path) {
      const directory = directoryAt(path);
      return directory === null ? null : stateAt(tree, directory);
    },
    filesIn(path) {
      const directory = directoryAt(path);
      if (directory === null) return NONE;
      const files = new Map<string, KnownFile>();
      const end = tree.firstFiles[directory + 1] as number;
      for (let file = tree.firstFiles[directory] as number; file < end; file++) {
        const state = stateAt(tree, tree.directoryEnds.length + file);
        const name = decodeName(Buffer.from(textAt(tree.names, tree.nameEnds, file)));
        const column = columnOf.get(file) ?? null;
        if (state !== null) files.set(name, { state, flags: tree.flags[file] as number, column });
      }
      return files;
    },
  };
}

/** State of an entry of the table, where the states of files follow those of directories. */
function stateAt({ states }: IndexedTree, entry: number): EntryState | null {
  const at = 4 * entry;
  const [device, inode, size, ctimeNs] = states.subarray(at, at + 4) as unknown as [bigint, bigint, bigint, bigint];
  return inode === 0n ? null : { device, inode, size: Number(size), ctimeNs };
}
