import { sep } from 'node:path';
import { denyPattern, foldName, isPlain } from './deny-pattern.ts';
import { toSlashes } from './deny-syntax.ts';
import { createNameFilter, type NameFilter } from './name-filter.ts';

/** Tests a path without links: true if a deny glob matches it or any of its ancestors. */
export type DenyMatcher = (path: string) => boolean;

const REMEMBERED_VERDICTS = 20_000;

/**
 * Verdicts on directories are remembered, since calls cluster in a few of them. `isCaseInsensitive` as in `ScopeOptions`.
 * @throws ToolError `INVALID_PATTERN` for a malformed glob
 */
export function createDenyMatcher(globs: readonly string[], isCaseInsensitive: (path: string) => boolean): DenyMatcher {
  if (globs.length === 0) return () => false;
  const { suspects, suspectsRoot, patterns } = compiledFrom(globs);
  /** `from` is where the last name begins. */
  const matchesItself = (path: string, from: number) => {
    if (!(from === path.length ? suspectsRoot : suspects(path, from))) return false;
    const spelled = toSlashes(path);
    const { exact, folded } = patterns();
    if (exact.test(spelled)) return true;
    return folded.test(foldName(spelled)) && isCaseInsensitive(path);
  };
  const known = new Map<string, boolean>();
  const verdictOn = (directory: string): boolean => {
    const unknown: string[] = [];
    let ancestor = directory;
    while (!known.has(ancestor) && ancestor !== '' && ancestor !== unknown.at(-1)) {
      unknown.push(ancestor);
      ancestor = parentOf(ancestor);
    }
    let verdict = known.get(ancestor) ?? false;
    if (known.size >= REMEMBERED_VERDICTS) known.clear();
    for (const below of unknown.reverse()) {
      verdict ||= matchesItself(below, below.lastIndexOf(sep) + 1);
      known.set(below, verdict);
    }
    return verdict;
  };
  return (path) => {
    const directory = parentOf(path);
    return verdictOn(directory) || matchesItself(path, nameStart(directory));
  };
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
