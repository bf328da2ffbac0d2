import { pathForOthers } from '@dragoman/fs-core';
import { openScratchFile, type ScratchFile } from '@dragoman/fs-core/host';

/**
 * The files that ripgrep is to read, as an ignore file that excludes all others: it takes no list of files, and would
 * search those that are named whatever its other arguments say.
 */
export interface CandidateList extends Disposable {
  /** By which ripgrep opens the ignore file. */
  readonly ignoreFile: string;
}

/** What a list names: paths with `/` between names, relative to where ripgrep runs. */
export interface Listed {
  readonly files: Iterable<string>;
  /** Directories of which all is listed. */
  readonly trees: Iterable<string>;
  /** Directories that ripgrep tries to enter, and nothing in them. */
  readonly unlistedDirectories?: Iterable<string>;
}

// Lists are short, and the room is only asked for, not taken.
const ROOM_BYTES = 4 * 1024 * 1024;

/** @returns null where there is no room for the list */
export function openCandidateList(listed: Listed, hidden: boolean): CandidateList | null {
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
export function ignoreFileFor({ files, trees, unlistedDirectories = [] }: Listed, hidden: boolean): Buffer {
  const lines = new Lines(hidden);
  for (const path of files) lines.addFile(path);
  for (const path of unlistedDirectories) lines.addDirectories(path);
  for (const path of trees) lines.addTree(path);
  return lines.end();
}

// A line that is not UTF-8 ends the ignore file for ripgrep, and one with a line break is two.
const UNLISTABLE = /[\r\n\udc80-\udcff]/;

class Lines {
  readonly #hidden: boolean;
  readonly #directories = new Set<string>(['']);
  readonly #wildcards = new Set<string>();
  readonly #hiding = new Set<string>();
  readonly #lines: string[] = ['*'];

  constructor(hidden: boolean) {
    this.#hidden = hidden;
  }

  addFile(path: string): void {
    const slash = path.lastIndexOf('/');
    const directory = slash < 0 ? '' : path.slice(0, slash);
    if (!this.addDirectories(directory)) return;
    const name = path.slice(slash + 1);
    // To list a hidden file would show it.
    if (!this.#hidden && name.startsWith('.')) return;
    if (UNLISTABLE.test(name)) this.#addWildcard(directory, false);
    else this.#lines.push(`!/${escaped(path)}`);
  }

  /** Lists the directories on the way down a path, as far as they may be; false if that is not all of them. */
  addDirectories(path: string): boolean {
    if (this.#directories.has(path)) return true;
    const slash = path.lastIndexOf('/');
    const outer = slash < 0 ? '' : path.slice(0, slash);
    if (!this.addDirectories(outer)) return false;
    const name = path.slice(slash + 1);
    if (!this.#hidden && name.startsWith('.')) return false;
    if (UNLISTABLE.test(name)) {
      this.#addWildcard(outer, true);
      return false;
    }
    this.#directories.add(path);
    this.#lines.push(`!/${escaped(path)}`);
    return true;
  }

  addTree(path: string): void {
    if (this.addDirectories(path)) this.#addWildcard(path, true);
  }

  /** Lists all that lies in a directory, or all below it; but nothing that is hidden. */
  #addWildcard(directory: string, below: boolean): void {
    const inside = directory === '' ? '/' : `/${escaped(directory)}/`;
    this.#wildcards.add(`!${inside}${below ? '**' : '*'}`);
    if (!this.#hidden) this.#hiding.add(`${inside}${below ? '**/' : ''}.*`);
  }

  end(): Buffer {
    return Buffer.from(`${[...this.#lines, ...this.#wildcards, ...this.#hiding].join('\n')}\n`);
  }
}

/** For the syntax of ignore files; a trailing space would be cut off. */
function escaped(path: string): string {
  return path.replace(/[\\*?[\]{}!# ]/g, '\\$&');
}

/** Whether a path lies in one of the directories, or is one. */
export function isBelow(trees: ReadonlySet<string>, path: string): boolean {
  if (trees.size === 0) return false;
  for (let at = path.length; at > 0; at = path.lastIndexOf('/', at - 1)) {
    if (trees.has(path.slice(0, at))) return true;
  }
  return trees.has('');
}
