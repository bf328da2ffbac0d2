import { openScratchFile, type ScratchFile } from '@dragoman/fs-core/internal/host';
import { pathForOthers } from '@dragoman/fs-core/internal/kernel';

/**
 * The files that ripgrep is to read, as an ignore file that excludes all others: it takes no list of files, and would
 * search those that are named whatever its other arguments say.
 */
export interface CandidateList extends Disposable {
  /** Path by which ripgrep opens the ignore file. */
  readonly ignoreFile: string;
}

/** Paths of a list, with `/` between names, relative to the directory that ripgrep runs in. */
export interface CandidatePaths {
  readonly files: Iterable<string>;
  /** Directories of which all is listed. */
  readonly trees: Iterable<string>;
  /** Directories that ripgrep tries to enter, and nothing in them. */
  readonly unlistedDirectories?: Iterable<string>;
}

// Lists are short, and the room is only asked for, not taken.
const ROOM_BYTES = 4 * 1024 * 1024;

/** @returns null where there is no room for the list */
export function openCandidateList(listed: CandidatePaths, hidden: boolean): CandidateList | null {
  const text = ignoreFileFor(listed, hidden);
  const scratch = openScratchFile(Math.max(ROOM_BYTES, text.length));
  if (scratch === null) return null;
  const ignoreFile = fill(scratch, text) ? pathForOthers(scratch.descriptor) : null;
  if (ignoreFile === null) scratch.close();
  return ignoreFile === null ? null : { ignoreFile, [Symbol.dispose]: () => scratch.close() };
}

function fill(scratch: ScratchFile, text: Uint8Array): boolean {
  try {
    scratch.fill(text);
    return true;
  } catch {
    return false;
  }
}

/** Bytes: a name need not be UTF-8. */
export function ignoreFileFor({ files, trees, unlistedDirectories = [] }: CandidatePaths, hidden: boolean): Buffer {
  const directories = new Set(['']);
  const lines: Lines = { hidden, directories, wildcards: new Set(), hiding: new Set(), exact: ['*'] };
  for (const path of files) addFile(lines, path);
  for (const path of unlistedDirectories) addDirectories(lines, path);
  for (const path of trees) addTree(lines, path);
  return Buffer.from(`${[...lines.exact, ...lines.wildcards, ...lines.hiding].join('\n')}\n`);
}

// A line that is not UTF-8 ends the ignore file for ripgrep, and one with a line break is two.
const UNLISTABLE = /[\r\n\udc80-\udcff]/;

/** The lines of an ignore file so far. */
interface Lines {
  readonly hidden: boolean;
  /** Listed directories, by their paths. */
  readonly directories: Set<string>;
  readonly wildcards: Set<string>;
  readonly hiding: Set<string>;
  readonly exact: string[];
}

function addFile(lines: Lines, path: string): void {
  const slash = path.lastIndexOf('/');
  const directory = slash < 0 ? '' : path.slice(0, slash);
  if (!addDirectories(lines, directory)) return;
  const name = path.slice(slash + 1);
  // To list a hidden file would show it.
  if (!lines.hidden && name.startsWith('.')) return;
  if (UNLISTABLE.test(name)) addWildcard(lines, directory, '*');
  else lines.exact.push(`!/${escaped(path)}`);
}

/** Lists the directories on the way down a path, as far as they may be; false if that is not all of them. */
function addDirectories(lines: Lines, path: string): boolean {
  if (lines.directories.has(path)) return true;
  const slash = path.lastIndexOf('/');
  const outer = slash < 0 ? '' : path.slice(0, slash);
  if (!addDirectories(lines, outer)) return false;
  const name = path.slice(slash + 1);
  if (!lines.hidden && name.startsWith('.')) return false;
  if (UNLISTABLE.test(name)) {
    addWildcard(lines, outer, '**');
    return false;
  }
  lines.directories.add(path);
  lines.exact.push(`!/${escaped(path)}`);
  return true;
}

function addTree(lines: Lines, path: string): void {
  if (addDirectories(lines, path)) addWildcard(lines, path, '**');
}

/** Lists all that lies in a directory, or all below it; but nothing that is hidden. */
function addWildcard({ wildcards, hiding, hidden }: Lines, directory: string, wildcard: '*' | '**'): void {
  const inside = directory === '' ? '/' : `/${escaped(directory)}/`;
  wildcards.add(`!${inside}${wildcard}`);
  if (!hidden) hiding.add(`${inside}${wildcard === '**' ? '**/' : ''}.*`);
}

/** Escapes a path for the syntax of ignore files; a trailing space would be cut off. */
function escaped(path: string): string {
  return path.replace(/[\\*?[\]{}!# ]/g, '\\$&');
}

/** True if a path lies in one of the directories, or is one. */
export function isBelow(trees: ReadonlySet<string>, path: string): boolean {
  if (trees.size === 0) return false;
  for (let at = path.length; at > 0; at = path.lastIndexOf('/', at - 1)) {
    if (trees.has(path.slice(0, at))) return true;
  }
  return trees.has('');
}
