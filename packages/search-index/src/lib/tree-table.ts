import type { EntryState } from '@dragoman/fs-core/internal/index-kit';
import type { TreeTable } from './tree-sweep.ts';

/** A table, and what the index must know of its entries besides. */
export interface IndexedTree extends TreeTable {
  /** After the last directory below each. */
  readonly subtreeEnds: Uint32Array;
  /** `ALWAYS`, `FOLDS` of each file. */
  readonly flags: Uint8Array;
  /** The file of each column, block after block; `NO_FILE` if it has changed or is gone. */
  readonly columns: Uint32Array;
}

/** Nothing is known of what the file holds: a search reads it. */
export const ALWAYS = 1;
/** The file holds a character that matches an ASCII letter if case is ignored. */
export const FOLDS = 2;

/** Stands for the file of a column that belongs to none any more. */
export const NO_FILE = 2 ** 32 - 1;

/** Number of items of each kind, from which the places of all follow. */
export interface TreeCounts {
  readonly directories: number;
  readonly files: number;
  readonly columns: number;
  readonly directoryBytes: number;
  readonly nameBytes: number;
}

/** Bytes of a table. */
export function tableBytes(counts: TreeCounts): number {
  return layoutOf(counts).bytes;
}

/** Reads a table that lies in shared memory, without a copy. */
export function tableIn(memory: SharedArrayBuffer, counts: TreeCounts, root: string): IndexedTree {
  const { directories, files, columns, directoryBytes, nameBytes } = counts;
  const { places } = layoutOf(counts);
  return {
    root,
    states: new BigUint64Array(memory, places.states, 4 * (directories + files)),
    directoryEnds: new Uint32Array(memory, places.directoryEnds, directories),
    subtreeEnds: new Uint32Array(memory, places.subtreeEnds, directories),
    firstFiles: new Uint32Array(memory, places.firstFiles, directories + 1),
    nameEnds: new Uint32Array(memory, places.nameEnds, files),
    columns: new Uint32Array(memory, places.columns, columns),
    flags: new Uint8Array(memory, places.flags, files),
    directories: new Uint8Array(memory, places.directories, directoryBytes),
    names: new Uint8Array(memory, places.names, nameBytes),
  };
}

function layoutOf({ directories, files, columns, directoryBytes, nameBytes }: TreeCounts) {
  const sizes = {
    states: 32 * (directories + files),
    directoryEnds: 4 * directories,
    subtreeEnds: 4 * directories,
    firstFiles: 4 * (directories + 1),
    nameEnds: 4 * files,
    columns: 4 * columns,
    flags: files,
    directories: directoryBytes,
    names: nameBytes,
  };
  let bytes = 0;
  const places = Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => {
      const place = bytes;
      bytes += size;
      return [name, place];
    }),
  ) as Record<keyof typeof sizes, number>;
  return { places, bytes };
}

/** Takes in a tree as a walk meets it. */
export interface TreeRecorder {
  readonly files: number;
  readonly directories: number;
  /** Begins a directory; its files follow, then its subdirectories. @param state null if it must be looked at each time */
  beginDirectory(path: Uint8Array, state: EntryState | null): number;
  addFile(name: Uint8Array, state: EntryState | null, flags: number): number;
  /** Called after all that lies below the directory. */
  endDirectory(directory: number): void;
  /** The bytes of the table, and what they hold. */
  finish(columns: readonly number[]): { readonly bytes: Uint8Array; readonly counts: TreeCounts };
}

export function createTreeRecorder(): TreeRecorder {
  const directories: { path: Uint8Array; state: EntryState | null; firstFile: number; end: number }[] = [];
  const files: { name: Uint8Array; state: EntryState | null; flags: number }[] = [];
  return {
    get files() {
      return files.length;
    },
    get directories() {
      return directories.length;
    },
    beginDirectory(path, state) {
      return directories.push({ path, state, firstFile: files.length, end: 0 }) - 1;
    },
    addFile: (name, state, flags) => files.push({ name, state, flags }) - 1,
    endDirectory(directory) {
      const recorded = directories[directory];
      if (recorded !== undefined) recorded.end = directories.length;
    },
    finish(columns) {
      const counts: TreeCounts = {
        directories: directories.length,
        files: files.length,
        columns: columns.length,
        directoryBytes: directories.reduce((sum, { path }) => sum + path.length, 0),
        nameBytes: files.reduce((sum, { name }) => sum + name.length, 0),
      };
      const memory = new SharedArrayBuffer(tableBytes(counts));
      const table = tableIn(memory, counts, '');
      putStates(table.states, [...directories, ...files]);
      putTexts(
        table.directories,
        table.directoryEnds,
        directories.map(({ path }) => path),
      );
      putTexts(
        table.names,
        table.nameEnds,
        files.map(({ name }) => name),
      );
      table.subtreeEnds.set(directories.map(({ end }) => end));
      table.firstFiles.set([...directories.map(({ firstFile }) => firstFile), files.length]);
      table.flags.set(files.map(({ flags }) => flags));
      table.columns.set(columns);
      return { bytes: new Uint8Array(memory), counts };
    },
  };
}

function putStates(states: BigUint64Array, entries: readonly { readonly state: EntryState | null }[]): void {
  for (const [entry, { state }] of entries.entries()) {
    if (state !== null) states.set([state.device, state.inode, BigInt(state.size), state.ctimeNs], 4 * entry);
  }
}

function putTexts(bytes: Uint8Array, ends: Uint32Array, texts: readonly Uint8Array[]): void {
  let end = 0;
  for (const [index, text] of texts.entries()) {
    bytes.set(text, end);
    end += text.length;
    ends[index] = end;
  }
}

/** The bytes of a text among those that lie one after the other. */
export function textAt(bytes: Uint8Array, ends: Uint32Array, index: number): Uint8Array {
  return bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]);
}
