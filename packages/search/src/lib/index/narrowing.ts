import { type DirectoryEntry, isPathError, type OpenDirectory, type Volume } from '@dragoman/fs-core';
import type { TreeChanges } from '@dragoman/fs-core/index-kit';
import type { LineQuery } from '../ripgrep/ripgrep-arguments.ts';
import { type CandidateList, isBelow, openCandidateList } from './candidate-list.ts';
import { eachColumn, matchingColumns } from './gram-index.ts';
import { type IndexRange, isKnown, namesIn, pathOfDirectory, pathOfFile, rangeOf } from './index-range.ts';
import { type Covering, indexOver } from './open-indexes.ts';
import { updateLater } from './refresh-later.ts';
import { type Requirement, requiredLiterals } from './required-literals.ts';
import { INDEX_BOUNDS, isWorthwhile, type SearchIndex } from './search-index.ts';
import { ALWAYS, FOLDS } from './tree-table.ts';

/** A search of the lines below a directory. */
export interface NarrowableSearch {
  readonly volume: Volume;
  readonly searched: OpenDirectory;
  readonly request: LineQuery & { readonly skip: ReadonlySet<string> };
  readonly index: SearchIndex;
  /** Whether ignore files let the search enter a directory, by its path below the searched one. */
  readonly enters: (path: string) => boolean;
}

/** Which files need not be read. */
export interface Narrowing extends Disposable {
  /** What may match, unless it has changed since it was indexed. */
  readonly first: CandidateList;
  /** What must be read besides, as was found out since; null if that is so much that all must be read. */
  rest(): Promise<Remainder | null>;
}

export interface Remainder extends Disposable {
  /** Null if there is nothing more to read. */
  readonly list: CandidateList | null;
  /** Whether what is found at a path counts if it is found by this list, and only then. */
  holds(path: string): boolean;
}

const MOST_EXCLUDED = 1_000;

/** @returns null for a search that must read everything */
export async function narrow(search: NarrowableSearch): Promise<Narrowing | null> {
  const { request, index } = search;
  const fullScan = (reason: string): null => {
    index.log('debug', 'search reads every file', { reason });
    return null;
  };
  const required = requiredLiterals(request);
  if (required === null) return fullScan('pattern');
  if (request.encoding !== undefined) return fullScan('request');
  const found = await indexOver(search);
  if (typeof found === 'string') return fullScan(found);
  const narrowing = begin(search, { required, covering: found, fullScan });
  if (narrowing === null) found[Symbol.dispose]();
  return narrowing;
}

interface Begun {
  readonly required: Requirement;
  readonly covering: Covering;
  readonly fullScan: (reason: string) => null;
}

function begin(search: NarrowableSearch, { required, covering, fullScan }: Begun): Narrowing | null {
  const { request, index } = search;
  const { leastFiles, mostListed } = index.bounds ?? INDEX_BOUNDS;
  const range = rangeOf(covering.opened, covering.path);
  if (range === null) return fullScan('directory is not indexed');
  if (range.lastFile - range.firstFile < leastFiles) return fullScan('few files');
  const most = mostListed * (range.lastFile - range.firstFile);
  const candidates = candidatesIn(range, required, request.ignoreCase ?? false);
  if (candidates === null) return fullScan('index cannot be read');
  if (candidates.size > most) return fullScan('many candidates');
  const trees = enteredNow(search, range);
  if (trees === null) return fullScan('ignore files');
  const files = Array.from(candidates, (file) => pathOfFile(range, file));
  const first = openCandidateList({ files, trees }, request.hidden);
  if (first === null) return fullScan('no room for a list');
  const changes = range.opened.sweep.look(range.from, range.to);
  changes.catch(() => undefined);
  return {
    first,
    [Symbol.dispose]() {
      first[Symbol.dispose]();
      // Other searches share the sweep, so it is not cancelled with this one.
      void changes.catch(() => undefined).then(() => covering[Symbol.dispose]());
    },
    async rest() {
      const remainder = remainderOf({ search, range, candidates, most }, await changes.catch(() => null));
      if (isMuch(remainder, range)) updateLater(search);
      if (remainder === null) return fullScan('many changes');
      const { uncovered } = remainder;
      index.log('debug', 'search reads some files', { candidates: candidates.size, uncovered });
      return remainder;
    },
  };
}

/** Null if the index cannot be read. */
function candidatesIn(range: IndexRange, required: Requirement, ignoreCase: boolean): Set<number> | null {
  try {
    return lookUp(range, required, ignoreCase);
  } catch {
    return null;
  }
}

function lookUp({ opened, firstFile, lastFile }: IndexRange, required: Requirement, ignoreCase: boolean): Set<number> {
  const { tree, segments } = opened;
  const candidates = new Set<number>();
  const flags = ALWAYS | (ignoreCase ? FOLDS : 0);
  for (let file = firstFile; file < lastFile; file++) if ((tree.flags[file] as number) & flags) candidates.add(file);
  for (const { blocks, firstColumn, read } of segments) {
    for (const block of blocks) {
      eachColumn(block, matchingColumns(block, required, read), (column) => {
        const file = tree.columns[firstColumn + block.firstColumn + column] as number;
        if (file >= firstFile && file < lastFile) candidates.add(file);
      });
    }
  }
  return candidates;
}

/** Directories that were left out of the index, and that this search enters; null if there are too many to tell. */
function enteredNow({ request, enters }: NarrowableSearch, { opened, prefix }: IndexRange): string[] | null {
  const excluded = opened.manifest.content.excluded.filter((path) => path.startsWith(prefix));
  if (excluded.length > MOST_EXCLUDED) return null;
  return excluded.map((path) => path.slice(prefix.length)).filter((path) => !isSkipped(path, request) && enters(path));
}

function isSkipped(path: string, { skip }: NarrowableSearch['request']): boolean {
  return path.split('/').some((name) => skip.has(name));
}

/** Whether enough has changed to update the index. A new directory is enough: how much it holds is not known. */
function isMuch(remainder: Counted | null, { opened }: IndexRange): boolean {
  if (remainder === null || remainder.trees > 0) return true;
  return isWorthwhile(remainder.uncovered, opened.manifest.content.counts.files);
}

interface Counted extends Remainder {
  /** Files and directories that the list names. */
  readonly uncovered: number;
  /** Directories of which all is listed. */
  readonly trees: number;
}

interface Swept {
  readonly search: NarrowableSearch;
  readonly range: IndexRange;
  readonly candidates: ReadonlySet<number>;
  /** How many files may be listed. */
  readonly most: number;
}

function remainderOf(swept: Swept, changes: TreeChanges | null): Counted | null {
  const { search, range, candidates, most } = swept;
  if (changes === null) return null;
  const { from, to, firstFile, lastFile } = range;
  const changed = changes.files.filter((file) => file >= firstFile && file < lastFile && !candidates.has(file));
  const directories = changes.directories.filter((directory) => directory >= from && directory < to);
  if (changed.length > most) return null;
  const files = new Set(changed.map((file) => pathOfFile(range, file)));
  const found = { files, trees: new Set<string>(), doors: new Set<string>() };
  for (const directory of directories) lookAgain(swept, directory, found);
  if (files.size > most) return null;
  const uncovered = files.size + found.trees.size + found.doors.size;
  const list = uncovered === 0 ? null : openCandidateList(found, search.request.hidden);
  if (uncovered > 0 && list === null) return null;
  return {
    list,
    uncovered,
    trees: found.trees.size,
    holds: (path) => files.has(path) || found.doors.has(path) || isBelow(found.trees, path),
    [Symbol.dispose]: () => list?.[Symbol.dispose](),
  };
}

interface FoundAgain {
  readonly files: Set<string>;
  readonly trees: Set<string>;
  readonly doors: Set<string>;
}

/** Lists a directory that has changed since it was indexed, and takes in what is new in it. */
function lookAgain({ search, range }: Swept, directory: number, found: FoundAgain): void {
  const { searched, request, enters } = search;
  const path = pathOfDirectory(range, directory);
  const folder = path === '' ? '' : `${path}/`;
  const entries = entriesAt(searched, path);
  if (entries === null) found.doors.add(path);
  const known = namesIn(range, directory);
  for (const { name, kind } of entries ?? []) {
    const inner = folder + name;
    if (kind === 'file' && !known.has(name)) found.files.add(inner);
    if (kind !== 'directory' || request.skip.has(name) || isKnown(range, inner)) continue;
    if (enters(inner)) found.trees.add(inner);
  }
}

/** Null for a directory that cannot be listed, or is gone. */
function entriesAt(searched: OpenDirectory, path: string): readonly DirectoryEntry[] | null {
  try {
    if (path === '') return searched.entries();
    using directory = searched.openDirectory(path);
    return directory.entries();
  } catch (error) {
    if (!isPathError(error)) throw error;
    return null;
  }
}
