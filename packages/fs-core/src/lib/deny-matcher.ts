import { sep } from 'node:path';
import picomatch from 'picomatch';
import { ToolError } from './tool-error.ts';

/** Whether a deny glob matches a path without links, or any of its ancestors. */
export interface DenyMatcher {
  (path: string): boolean;
  /** Whether something of this name can be denied for its own sake, and not for what lies above it. */
  suspects(name: string): boolean;
}

const REMEMBERED_VERDICTS = 20_000;

/**
 * Verdicts on directories are remembered, since calls cluster in a few. `foldsNames` as in `ScopeOptions`.
 * @throws ToolError `INVALID_PATTERN`
 */
export function createDenyMatcher(globs: readonly string[], foldsNames: (path: string) => boolean): DenyMatcher {
  if (globs.length === 0) return Object.assign(() => false, { suspects: () => false });
  const complex = globs.filter((glob) => !PLAIN.test(glob));
  for (const glob of complex) sourceOf(glob, false);
  // The root has no name, but a glob such as `./**` may match it all the same.
  const isSuspect = createNameFilter(globs, { suspectsRoot: complex.length > 0 });
  // Most processes never come upon a name that could be denied.
  let patterns: { readonly exact: RegExp; readonly folded: RegExp } | undefined;
  const matchesItself = (path: string) => {
    const spelled = toSlashes(path);
    if (!isSuspect(spelled.slice(spelled.lastIndexOf('/') + 1))) return false;
    patterns ??= { exact: compile(globs, false), folded: compile(globs, true) };
    if (patterns.exact.test(spelled)) return true;
    return patterns.folded.test(foldName(spelled)) && foldsNames(path);
  };
  const known = new Map<string, boolean>();
  const verdictOn = (directory: string): boolean => {
    const unknown: string[] = [];
    let place = directory;
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
  // A walk asks for one name after the other of the same directory.
  let recent = { directory: '', verdict: false };
  const matches = (path: string): boolean => {
    const directory = parentOf(path);
    if (directory !== recent.directory) recent = { directory, verdict: verdictOn(directory) };
    return recent.verdict || matchesItself(path);
  };
  return Object.assign(matches, { suspects: isSuspect });
}

export function parentOf(path: string): string {
  const cut = path.lastIndexOf(sep);
  return cut <= 0 ? path.slice(0, cut + 1) : path.slice(0, cut);
}

/**
 * Whether something of this name can match at all, whatever lies above it. A walk asks for each of a hundred thousand
 * names, and whole paths cost a microsecond or two each.
 */
function createNameFilter(
  globs: readonly string[],
  { suspectsRoot }: { readonly suspectsRoot: boolean },
): (name: string) => boolean {
  const tails = globs.map((glob) => tailOf(trimmed(glob)));
  if (tails.includes(null)) return () => true;
  const wanted = new Set(tails.filter((tail) => tail !== null).map(foldName));
  const patterns = [...wanted].filter((tail) => !/^[\w.~-]+$/.test(tail));
  const suspect =
    patterns.length > 0
      ? anyOf(
          patterns.map((tail) => plainSourceOf(tail) ?? sourceOf(tail, true)),
          'i',
        )
      : null;
  const mayFit = createEndsFilter([...wanted]);
  return (name) => {
    if (name === '') return suspectsRoot;
    if (!mayFit(name)) return false;
    const folded = foldName(name);
    return wanted.has(folded) || suspect?.test(folded) === true;
  };
}

const ASCII_CODES = 128;

/** Whether something with a name's first and last character can match at all; settles most names at once. */
function createEndsFilter(foldedTails: readonly string[]): (name: string) => boolean {
  const pairs = new Uint8Array(ASCII_CODES * ASCII_CODES);
  for (const tail of foldedTails) {
    for (const first of codesOf(tail.charAt(0))) {
      for (const last of codesOf(tail.slice(-1))) pairs[first * ASCII_CODES + last] = 1;
    }
  }
  return (name) => {
    const first = name.charCodeAt(0);
    const last = name.charCodeAt(name.length - 1);
    return first >= ASCII_CODES || last >= ASCII_CODES || pairs[first * ASCII_CODES + last] === 1;
  };
}

/** What a character at the end of a folded glob may stand for: itself in either case, or anything. */
function codesOf(character: string): readonly number[] {
  if (!/[\w.~-]/.test(character)) return Array.from({ length: ASCII_CODES }, (_, code) => code);
  return [character.charCodeAt(0), character.toUpperCase().charCodeAt(0)];
}

/** The part of a glob that a path's last name must match, or null where no one part does. */
function tailOf(glob: string): string | null {
  const owner = withoutBelow(glob);
  const cut = owner.lastIndexOf('/') + 1;
  const tail = owner.slice(cut);
  // A bracket before the last slash may reach beyond it, and "!(a)" may stand for nothing: then no part is the name's.
  return tail === '' || /\*\*|\(/.test(tail) || /[[({\\]/.test(owner.slice(0, cut)) ? null : tail;
}

/** What lies below a denied directory is denied with it, so `/**` at the end of its glob adds nothing. */
function withoutBelow(glob: string): string {
  return glob.replace(/(?:\/\*\*)+$/, '') || glob;
}

function compile(globs: readonly string[], nocase: boolean): RegExp {
  const spellings = globs.flatMap((glob) => {
    // A brace may hold absolute and relative globs together, so each glob counts both as it is and at any depth.
    const spelled = trimmed(nocase ? foldName(glob) : glob);
    // For picomatch, `a/**` matches `a` but `a*/**` does not.
    const owner = withoutBelow(spelled);
    return [spelled, owner, anchored(spelled), anchored(owner)];
  });
  const sources = [...new Set(spellings)].flatMap((glob) => {
    const plain = plainSourceOf(glob);
    return plain === null ? [sourceOf(glob, nocase), `^${escapeRegExp(glob)}$`] : [plain];
  });
  // Folded text in plain globs needs no more folding, which is what takes longest to compile.
  const foldsCase = nocase && !spellings.every((glob) => PLAIN.test(glob));
  return anyOf(sources, foldsCase ? 'i' : '');
}

/** One expression for all of them. A name may hold line breaks, and `**` must pass them. */
function anyOf(sources: readonly string[], flags: '' | 'i'): RegExp {
  return new RegExp(sources.map((source) => `(?:${source})`).join('|'), `${flags}s`);
}

/** A glob in which nothing but stars and a leading `**` is special, as in the built-in lists. */
const PLAIN = /^(\*\*\/|\/?)((?:[\w.~-]|\*(?!\*))+(?:\/(?:[\w.~-]|\*(?!\*))+)*)$/;

/**
 * The regular expression of a plain glob, null for any other. To have all of the built-in ones parsed took a fifth of the
 * start of a command.
 */
function plainSourceOf(glob: string): string | null {
  const [, start, rest] = PLAIN.exec(glob) ?? [];
  if (start === undefined || rest === undefined) return null;
  return `^${start === '**/' ? '(?:.*/)?' : start}${escapeRegExp(rest).replaceAll('\\*', '[^/]*')}$`;
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

const ASCII = /^[\0-\x7f]*$/;

/** One spelling for all those that a file system which folds names may take for the same name. */
function foldName(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase();
  // Marks that ext4, HFS+ and APFS pass over when they compare names.
  const shown = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return shown.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');
}

function toSlashes(path: string): string {
  return sep === '\\' ? path.replaceAll('\\', '/') : path;
}

function escapeRegExp(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
