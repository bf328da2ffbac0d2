import { sep } from 'node:path';
import { denyPattern, foldName, isPlain } from './deny-pattern.ts';
import { toSlashes } from './deny-syntax.ts';
import { createNameFilter, type NameFilter } from './name-filter.ts';

/** Tests a path without links: true if a deny glob matches it or any of its ancestors. */
export type DenyMatcher = (path: string) => boolean;

/** Deny globs that are asked together with other lists. */
export interface DenyList {
  readonly globs: readonly string[];
  /** The test of `ScopeOptions` for a file system that folds letter case. */
  readonly isCaseInsensitive: (path: string) => boolean;
}

const REMEMBERED_VERDICTS = 20_000;

/** @throws ToolError `INVALID_PATTERN` for a malformed glob */
export function createDenyMatcher(globs: readonly string[], isCaseInsensitive: (path: string) => boolean): DenyMatcher {
  const firstDenying = createDenyLists([{ globs, isCaseInsensitive }]);
  return (path) => firstDenying(path) === 0;
}

/**
 * Makes a function that returns the index of the first list of which a glob matches a path without links, or any of its
 * ancestors; the number of lists if there is none. Verdicts on directories are remembered, since calls cluster in a few
 * of them.
 * @throws ToolError as `createDenyMatcher`
 */
export function createDenyLists(lists: readonly DenyList[]): (path: string) => number {
  const rules = lists.map(({ globs, isCaseInsensitive }) => ({ ...compiledFrom(globs), isCaseInsensitive }));
  /** Only lists before `inherited` are asked. `from` is where the last name begins. */
  const verdictOnEntry = (path: string, from: number, inherited: number): number => {
    const isRoot = from === path.length;
    const name = foldName(path.slice(from));
    for (const [index, rule] of rules.entries()) {
      if (index === inherited) break;
      if ((isRoot ? rule.suspectsRoot : rule.suspects(name)) && matches(rule, path)) return index;
    }
    return inherited;
  };
  const known = new Map<string, number>();
  const verdictOn = (directory: string): number => {
    const unknown: string[] = [];
    let ancestor = directory;
    while (!known.has(ancestor) && ancestor !== '' && ancestor !== unknown.at(-1)) {
      unknown.push(ancestor);
      ancestor = parentOf(ancestor);
    }
    let verdict = known.get(ancestor) ?? rules.length;
    if (known.size >= REMEMBERED_VERDICTS) known.clear();
    for (const below of unknown.reverse()) {
      verdict = verdictOnEntry(below, below.lastIndexOf(sep) + 1, verdict);
      known.set(below, verdict);
    }
    return verdict;
  };
  return function firstDenying(path) {
    const directory = parentOf(path);
    return verdictOnEntry(path, nameStart(directory), verdictOn(directory));
  };
}

function matches(
  { patterns, isCaseInsensitive }: CompiledGlobs & Pick<DenyList, 'isCaseInsensitive'>,
  path: string,
): boolean {
  const spelled = toSlashes(path);
  const { exact, folded } = patterns();
  if (exact.test(spelled)) return true;
  return folded.test(foldName(spelled)) && isCaseInsensitive(path);
}

/** Compiled form of a list of globs. */
interface CompiledGlobs {
  readonly suspects: NameFilter;
  readonly suspectsRoot: boolean;
  readonly patterns: () => Patterns;
}

interface Patterns {
  readonly exact: RegExp;
  readonly folded: RegExp;
}

// The built-in lists are the same for all sessions, of which a server has thousands.
const compiled = new WeakMap<readonly string[], CompiledGlobs>();

function compiledFrom(globs: readonly string[]): CompiledGlobs {
  const known = compiled.get(globs);
  if (known !== undefined) return known;
  const made = compile(globs);
  compiled.set(globs, made);
  return made;
}

function compile(globs: readonly string[]): CompiledGlobs {
  const complex = globs.filter((glob) => !isPlain(glob));
  // Compiled here only to refuse a malformed one now.
  denyPattern(complex, false);
  // Compiled on first use: most processes never meet a name that could be denied.
  let patterns: Patterns | undefined;
  return {
    suspects: createNameFilter(globs),
    // The root has no name, but a glob such as `./**` may match it all the same.
    suspectsRoot: complex.length > 0,
    patterns() {
      patterns ??= { exact: denyPattern(globs, false), folded: denyPattern(globs, true) };
      return patterns;
    },
  };
}

/** Index at which the names of a directory's entries begin in their paths. */
function nameStart(directory: string): number {
  return directory === '' || directory.endsWith(sep) ? directory.length : directory.length + 1;
}

export function parentOf(path: string): string {
  const cut = path.lastIndexOf(sep);
  return cut <= 0 ? path.slice(0, cut + 1) : path.slice(0, cut);
}
