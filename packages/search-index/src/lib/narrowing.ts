import { type DirectoryEntry, isPathError, type OpenDirectory } from '@dragoman/fs-core/internal/kernel';
import {
  type NarrowableSearch,
  type Narrowing,
  type Remainder,
  type Requirement,
  requiredLiterals,
} from '@dragoman/search/internal/index-kit';
import { isBelow, openCandidateList } from './candidate-list.ts';
import { eachColumn, matchingColumns } from './gram-index.ts';
import { type IndexRange, isKnown, namesIn, pathOfDirectory, pathOfFile, rangeOf } from './index-range.ts';
import { type IndexUse, indexOver } from './open-indexes.ts';
import { updateLater } from './refresh-later.ts';
import { INDEX_BOUNDS, isWorthwhile, type SearchIndex } from './search-index.ts';
import type { TreeChanges } from './tree-sweep.ts';
import { ALWAYS, FOLDS } from './tree-table.ts';

/** A search that may use an index. */
export interface IndexedSearch extends NarrowableSearch {
  readonly index: SearchIndex;
}

const MOST_EXCLUDED = 1_000;
/** Directories that a search lists again: nothing else happens meanwhile. */
const MOST_RELISTED = 1_000;

/** @returns null for a search that must read everything */
export async function narrow(search: IndexedSearch): Promise<Narrowing | null> {
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
  const narrowing = await begin(search, { required, covering: found, fullScan });
  if (narrowing === null) found[Symbol.dispose]();
  return narrowing;
}

interface NarrowingContext {
  readonly required: Requirement;
  readonly covering: IndexUse;
  readonly fullScan: (reason: string) => null;
}

async function begin(
  search: IndexedSearch,
  { required, covering, fullScan }: NarrowingContext,
): Promise<Narrowing | null> {
  const { request, index } = search;
  const { leastFiles, mostListed } = index.bounds ?? INDEX_BOUNDS;
  const range = rangeOf(covering.opened, covering.path);
  if (range === null) return fullScan('directory is not indexed');
  if (range.lastFile - range.firstFile < leastFiles) return fullScan('few files');
  const most = mostListed * (range.lastFile - range.firstFile);
  const candidates = candidatesIn(range, required, request.ignoreCase ?? false);
  if (candidates === null) return fullScan('index cannot be read');
  if (candidates.size > most) return fullScan('many candidates');
  const trees = await enteredNow(search, range);
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
      const told = await changes.catch(() => null);
      if (told === null) return fullScan('changes cannot be told');
      const swept = { search, range, candidates };
      const found = await findChanges(swept, told);
      if (await isMuch(swept, found)) updateLater(search);
      const isListed = found.relisted <= MOST_RELISTED && found.files.size <= most;
      const remainder = isListed ? remainderOf(found, request.hidden) : null;
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
async function enteredNow(
  { request, enters }: IndexedSearch,
  { opened, prefix }: IndexRange,
): Promise<string[] | null> {
  const excluded = opened.manifest.content.excluded.filter((path) => path.startsWith(prefix));
  if (excluded.length > MOST_EXCLUDED) return null;
  const entered: string[] = [];
  for (const path of excluded.map((each) => each.slice(prefix.length)))
    if (!isSkipped(path, request) && (await enters(path))) entered.push(path);
  return entered;
}

function isSkipped(path: string, { skip }: NarrowableSearch['request']): boolean {
  return path.split('/').some((name) => skip.has(name));
}

interface CountedRemainder extends Remainder {
  /** Files and directories that the list names. */
  readonly uncovered: number;
}

interface Swept {
  readonly search: IndexedSearch;
  readonly range: IndexRange;
  readonly candidates: ReadonlySet<number>;
}

interface FoundAgain {
  readonly files: Set<string>;
  /** New directories: all in them is listed. */
  readonly trees: Set<string>;
  readonly unlistedDirectories: Set<string>;
  /** Number of directories that have changed. */
  readonly relisted: number;
}

/** Finds the changes since the index was built; without new entries if too many directories have changed. */
async function findChanges(swept: Swept, changes: TreeChanges): Promise<FoundAgain> {
  const { range, candidates } = swept;
  const { from, to, firstFile, lastFile } = range;
  const changed = changes.files.filter((file) => file >= firstFile && file < lastFile && !candidates.has(file));
  const directories = changes.directories.filter((directory) => directory >= from && directory < to);
  const files = new Set(changed.map((file) => pathOfFile(range, file)));
  const relisted = directories.length;
  const found = { files, trees: new Set<string>(), unlistedDirectories: new Set<string>(), relisted };
  if (relisted <= MOST_RELISTED) for (const directory of directories) await lookAgain(swept, directory, found);
  return found;
}

/** True if enough has changed to update the index: files, directories, or files in new directories. */
async function isMuch({ search, range }: Swept, { files, trees, relisted }: FoundAgain): Promise<boolean> {
  const { files: indexed } = range.opened.manifest.content.counts;
  const isEnough = (count: number): boolean => isWorthwhile(count, indexed);
  if (isEnough(relisted) || isEnough(files.size)) return true;
  let [inTrees, listed] = [files.size, 0];
  const left = [...trees];
  for (let path = left.pop(); path !== undefined && listed < MOST_RELISTED; path = left.pop()) {
    listed += 1;
    for (const { name, kind } of entriesAt(search.searched, path) ?? []) {
      const inner = `${path}/${name}`;
      if (kind === 'file') inTrees += 1;
      if (kind === 'directory' && !search.request.skip.has(name) && (await search.enters(inner))) left.push(inner);
    }
    if (isEnough(inTrees)) return true;
  }
  return false;
}

/** Null if there is no room for a list. */
function remainderOf({ files, trees, unlistedDirectories }: FoundAgain, hidden: boolean): CountedRemainder | null {
  const uncovered = files.size + trees.size + unlistedDirectories.size;
  const list = uncovered === 0 ? null : openCandidateList({ files, trees, unlistedDirectories }, hidden);
  if (uncovered > 0 && list === null) return null;
  return {
    list,
    uncovered,
    holds: (path) => files.has(path) || unlistedDirectories.has(path) || isBelow(trees, path),
    [Symbol.dispose]: () => list?.[Symbol.dispose](),
  };
}

/** Lists a directory that has changed since it was indexed, and takes in what is new in it. */
async function lookAgain({ search, range }: Swept, directory: number, found: FoundAgain): Promise<void> {
  const { searched, request, enters } = search;
  const path = pathOfDirectory(range, directory);
  const folder = path === '' ? '' : `${path}/`;
  const entries = entriesAt(searched, path);
  if (entries === null) found.unlistedDirectories.add(path);
  const known = namesIn(range, directory);
  for (const { name, kind } of entries ?? []) {
    const inner = folder + name;
    if (kind === 'file' && !known.has(name)) found.files.add(inner);
    if (kind !== 'directory' || request.skip.has(name) || isKnown(range, inner)) continue;
    if (await enters(inner)) found.trees.add(inner);
  }
}

/** Null for a directory that cannot be listed, or is gone. */
function entriesAt(searched: OpenDirectory, path: string): Iterable<DirectoryEntry> | null {
  try {
    if (path === '') return searched.entries();
    using directory = searched.openDirectory(path);
    return directory.entries();
  } catch (error) {
    if (!isPathError(error)) throw error;
    return null;
  }
}
