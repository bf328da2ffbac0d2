import { denySource, escapeRegExp } from './deny-source.ts';
import { denyAlternatives, toSlashes } from './deny-syntax.ts';

/** One expression for what any of the globs matches. With `nocase` it matches paths in folded spelling (`foldName`). */
export function denyPattern(globs: readonly string[], nocase: boolean): RegExp {
  const alternatives = globs.flatMap(alternativesOf).map((glob) => (nocase ? foldName(glob) : glob));
  return anyOf([...new Set(alternatives)], nocase);
}

/** One expression for all globs without braces. Its `.` matches line breaks: a name may hold some. */
export function anyOf(globs: readonly string[], nocase: boolean): RegExp {
  const sources = globs.map((glob) => `(?:^${plainSourceOf(glob) ?? denySource(glob)}$)`);
  // Plain globs are folded already, and expressions with these flags take longest to compile.
  const flags = globs.every(isPlain) ? '' : nocase ? 'iu' : 'u';
  return new RegExp(sources.join('|'), `${flags}s`);
}

/** A glob in which nothing but stars and a leading `**` is special, as in the built-in lists. */
const PLAIN = /^(\*\*\/|\/?)((?:[\w.~-]|\*(?!\*))+(?:\/(?:[\w.~-]|\*(?!\*))+)*)$/;

/** The globs without braces that a deny glob stands for. @throws ToolError as `denyAlternatives` */
export function alternativesOf(glob: string): readonly string[] {
  return TIDY.test(glob) && isPlain(glob) ? [glob] : denyAlternatives(toSlashes(glob));
}

/** Holds where it says, and no name in it is `.` or `..`. */
const TIDY = /^(?:\*\*)?(?:\/(?!\.{1,2}(?:\/|$))[^/]+)+$/;

export function isPlain(glob: string): boolean {
  return PLAIN.test(glob);
}

/** The regular expression of a plain glob, null for any other: most globs are plain, and this takes a start less. */
function plainSourceOf(glob: string): string | null {
  const [, start, rest] = PLAIN.exec(glob) ?? [];
  if (start === undefined || rest === undefined) return null;
  return `${start === '**/' ? '(?:.*/)?' : start}${escapeRegExp(rest).replaceAll('\\*', '[^/]*')}`;
}

const ASCII = /^[\0-\x7f]*$/;

/** The same spelling for all names that a file system which folds names may take for one. */
export function foldName(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase();
  // Marks that ext4, HFS+ and APFS pass over when they compare names.
  const shown = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return shown.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');
}
