import { sep } from 'node:path';
import picomatch from 'picomatch';
import { DENIED, DENIED_OUTSIDE_A_ROOT, UNWRITABLE } from './builtin-deny.ts';
import { ToolError } from './tool-error.ts';

export type Access = 'read' | 'write';
export type Verdict = 'allowed' | 'denied' | 'outside';

export interface ScopeOptions {
  /** Real paths of the allowed directories. */
  readonly roots: readonly string[];
  /** Other names that roots were given by, with the roots they lead to. */
  readonly rootNames?: ReadonlyMap<string, string>;
  /** Globs; one that starts with neither `/` nor `**` holds at any depth. */
  readonly deny?: readonly string[];
  /** Whether the built-in list holds too. Default true. */
  readonly builtinDeny?: boolean;
  /** Whether the file system opens the file at this path by another spelling of its name too. */
  readonly foldsNames?: (path: string) => boolean;
}

/** Pure decisions on absolute paths: what is allowed, and what is denied whatever else is allowed. */
export interface Scope {
  readonly roots: readonly string[];
  /** Judges a path without links. */
  judge(realPath: string, access: Access): Verdict;
  /** Whether a path may be left again by `..`: it lies in a root, or on the way to one. */
  mayPass(realPath: string): boolean;
  /** Where a path leads that goes through the name a root was given by; the path itself where it does not. */
  throughRoot(path: string): string;
  /** Whether a name that leads somewhere is itself denied, wherever it leads. */
  deniesName(path: string, access: Access): boolean;
}

const REMEMBERED_VERDICTS = 20_000;

export function createScope(options: ScopeOptions): Scope {
  const { roots, rootNames = new Map(), deny = [], builtinDeny = true, foldsNames = () => false } = options;
  const denied = createMatcher([...deny, ...(builtinDeny ? DENIED : [])], foldsNames);
  const unwritable = createMatcher(builtinDeny ? UNWRITABLE : [], foldsNames);
  const strayConfiguration = createMatcher(builtinDeny ? DENIED_OUTSIDE_A_ROOT : [], foldsNames);
  const inSomeRoot = (path: string) => roots.some((root) => contains(root, path));
  const directlyInARoot = (path: string) => roots.some((root) => parentOf(path) === root);

  const deniesName = (path: string, access: Access) =>
    denied(path) || (strayConfiguration(path) && !directlyInARoot(path)) || (access === 'write' && unwritable(path));

  return {
    roots,
    deniesName,
    mayPass: (realPath) => inSomeRoot(realPath) || roots.some((root) => contains(realPath, root)),
    throughRoot(path) {
      for (const [name, root] of rootNames) if (contains(name, path)) return root + path.slice(name.length);
      return path;
    },
    judge(realPath, access) {
      if (!inSomeRoot(realPath)) return 'outside';
      return deniesName(realPath, access) ? 'denied' : 'allowed';
    },
  };
}

/** Whether `path` is `root` or lies below it; both absolute and without links. */
export function contains(root: string, path: string): boolean {
  if (!path.startsWith(root)) return false;
  return path.length === root.length || root.endsWith(sep) || path[root.length] === sep;
}

function parentOf(path: string): string {
  const cut = path.lastIndexOf(sep);
  return cut <= 0 ? path.slice(0, cut + 1) : path.slice(0, cut);
}

type Matcher = (path: string) => boolean;

/** Matches a path or any of its ancestors; verdicts on directories are remembered, since calls cluster in a few. */
function createMatcher(globs: readonly string[], foldsNames: (path: string) => boolean): Matcher {
  if (globs.length === 0) return () => false;
  const exact = compile(globs, false);
  const folded = compile(globs, true);
  const matchesItself = (path: string) => {
    const spelled = toSlashes(path);
    if (exact.test(spelled)) return true;
    return folded.test(foldName(spelled)) && foldsNames(path);
  };
  const known = new Map<string, boolean>();
  return (path) => {
    const unknown: string[] = [];
    let place = path;
    while (!known.has(place) && place !== '' && place !== unknown.at(-1)) {
      unknown.push(place);
      place = parentOf(place);
    }
    let verdict = known.get(place) ?? false;
    if (known.size >= REMEMBERED_VERDICTS) known.clear();
    for (const below of unknown.reverse()) {
      verdict ||= matchesItself(below);
      known.set(below, verdict);
    }
    return verdict;
  };
}

function compile(globs: readonly string[], nocase: boolean): RegExp {
  const sources = globs.flatMap((glob) => {
    // A brace may hold absolute and relative globs together, so each glob counts both as it is and at any depth.
    const spelled = trimmed(nocase ? foldName(glob) : glob);
    return [...new Set([spelled, anchored(spelled)])].flatMap((each) => [
      sourceOf(each, nocase),
      `^${escapeRegExp(each)}$`,
    ]);
  });
  return new RegExp(sources.map((source) => `(?:${source})`).join('|'), nocase ? 'i' : '');
}

function sourceOf(glob: string, nocase: boolean): string {
  try {
    return picomatch.makeRe(glob, { dot: true, nocase, nonegate: true, strictBrackets: true }).source;
  } catch (error) {
    throw new ToolError('INVALID_PATTERN', `Deny glob "${glob}" is malformed`, { pattern: glob }, { cause: error });
  }
}

/** A glob as it is compared: with `/` between names, and none at its end. */
function trimmed(glob: string): string {
  const spelled = toSlashes(glob);
  return spelled.length > 1 ? spelled.replace(/\/+$/, '') : spelled;
}

function anchored(glob: string): string {
  if (/^(?:\/|\*\*|[A-Za-z]:)/.test(glob)) return glob;
  return `**/${glob.replace(/^(?:\.\/)+/, '')}`;
}

// What ext4, HFS+ and APFS pass over when they compare names (Unicode's Default_Ignorable_Code_Point).
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

/** One spelling for all those that a file system which folds names may take for the same name. */
export function foldName(name: string): string {
  return name.replace(IGNORED, '').normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');
}

function toSlashes(path: string): string {
  return sep === '\\' ? path.replaceAll('\\', '/') : path;
}

function escapeRegExp(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
