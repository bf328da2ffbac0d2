import { sep } from 'node:path';
import picomatch from 'picomatch';
import { ToolError } from './tool-error.ts';

/** One expression for what any of the globs matches. With `nocase` it matches paths in folded spelling (`foldName`). */
export function denyPattern(globs: readonly string[], nocase: boolean): RegExp {
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
  // Plain globs are folded already, and an expression that ignores case takes longest to compile.
  const foldsCase = nocase && !spellings.every(isPlain);
  return anyOf(sources, foldsCase ? 'i' : '');
}

/** One expression for all sources. Its `.` matches line breaks: a name may hold some, and `**` must pass them. */
export function anyOf(sources: readonly string[], flags: '' | 'i'): RegExp {
  return new RegExp(sources.map((source) => `(?:${source})`).join('|'), `${flags}s`);
}

/** A glob in which nothing but stars and a leading `**` is special, as in the built-in lists. */
const PLAIN = /^(\*\*\/|\/?)((?:[\w.~-]|\*(?!\*))+(?:\/(?:[\w.~-]|\*(?!\*))+)*)$/;

export function isPlain(glob: string): boolean {
  return PLAIN.test(glob);
}

/**
 * The regular expression of a plain glob, null for any other. Parsing all built-in globs with picomatch took a fifth of
 * a command's start.
 */
export function plainSourceOf(glob: string): string | null {
  const [, start, rest] = PLAIN.exec(glob) ?? [];
  if (start === undefined || rest === undefined) return null;
  return `^${start === '**/' ? '(?:.*/)?' : start}${escapeRegExp(rest).replaceAll('\\*', '[^/]*')}$`;
}

export function sourceOf(glob: string, nocase: boolean): string {
  try {
    return picomatch.makeRe(glob, { dot: true, nocase, nonegate: true, strictBrackets: true }).source;
  } catch (error) {
    throw new ToolError('INVALID_PATTERN', `Deny glob "${glob}" is malformed`, { pattern: glob }, { cause: error });
  }
}

/** What lies below a denied directory is denied with it, so `/**` at the end of its glob adds nothing. */
export function withoutBelow(glob: string): string {
  return glob.replace(/(?:\/\*\*)+$/, '') || glob;
}

/** A glob in the form in which it is compared: with `/` between names, and none at its end. */
export function trimmed(glob: string): string {
  const spelled = toSlashes(glob);
  return spelled.length > 1 ? spelled.replace(/\/+$/, '') : spelled;
}

function anchored(glob: string): string {
  if (/^(?:\/|\*\*|[A-Za-z]:)/.test(glob)) return glob;
  return `**/${glob.replace(/^(?:\.\/)+/, '')}`;
}

const ASCII = /^[\0-\x7f]*$/;

/** The same spelling for all names that a file system which folds names may take for one. */
export function foldName(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase();
  // Marks that ext4, HFS+ and APFS pass over when they compare names.
  const shown = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return shown.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');
}

export function toSlashes(path: string): string {
  return sep === '\\' ? path.replaceAll('\\', '/') : path;
}

function escapeRegExp(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
