import { alternativesOf, anyOf, foldName } from './deny-pattern.ts';

/** Whether a name, or what a path ends in from an index on, needs a closer look. */
export type NameFilter = (path: string, from?: number) => boolean;

/**
 * Makes a quick test for whether any of the deny globs can match an entry of a given name, wherever it lies. A walk
 * asks it of a hundred thousand names; matching whole paths takes a microsecond or two each.
 */
export function createNameFilter(globs: readonly string[]): NameFilter {
  const tails = globs.flatMap(alternativesOf).map(tailOf);
  if (tails.includes(null)) return () => true;
  const foldedTails = new Set(tails.filter((tail) => tail !== null).map(foldName));
  const patterns = [...foldedTails].filter((tail) => !/^[\w.~-]+$/.test(tail));
  const suspect = patterns.length > 0 ? anyOf(patterns, true) : null;
  const mayFit = createEndsFilter([...foldedTails]);
  return (path, from = 0) => {
    if (!mayFit(path, from)) return false;
    const folded = foldName(path.slice(from));
    return foldedTails.has(folded) || suspect?.test(folded) === true;
  };
}

const ASCII_CODES = 128;

/** Whether any name with these first and last characters can match: rules most names out at once. */
function createEndsFilter(foldedTails: readonly string[]): (path: string, from: number) => boolean {
  const fitsFirst = new Uint8Array(ASCII_CODES);
  const fitsLast = new Uint8Array(ASCII_CODES);
  const fitsBoth = new Uint8Array(ASCII_CODES * ASCII_CODES);
  for (const tail of foldedTails) {
    const firsts = codesOf(tail.charAt(0));
    const lasts = codesOf(tail.slice(-1));
    if (firsts === null && lasts === null) return () => true;
    if (lasts === null) for (const first of firsts ?? []) fitsFirst[first] = 1;
    else if (firsts === null) for (const last of lasts) fitsLast[last] = 1;
    else for (const first of firsts) for (const last of lasts) fitsBoth[first * ASCII_CODES + last] = 1;
  }
  return (path, from) => {
    const first = path.charCodeAt(from);
    const last = path.charCodeAt(path.length - 1);
    if (first >= ASCII_CODES || last >= ASCII_CODES) return true;
    return fitsFirst[first] === 1 || fitsLast[last] === 1 || fitsBoth[first * ASCII_CODES + last] === 1;
  };
}

/** The codes that the first or last character of a folded glob may stand for: itself in either case; null for any. */
function codesOf(character: string): readonly number[] | null {
  if (!/[\w.~-]/.test(character)) return null;
  return [character.charCodeAt(0), character.toUpperCase().charCodeAt(0)];
}

/** The part of a glob without braces that a path's last name must match, or null if no one part does. */
function tailOf(glob: string): string | null {
  const cut = glob.lastIndexOf('/') + 1;
  const tail = glob.slice(cut);
  // A bracket before the last slash may reach beyond it, and a group may hold slashes.
  return tail === '' || /^\*\*+$|[@?*+!]\(/.test(tail) || /[[\\]|[@?*+!]\(/.test(glob.slice(0, cut)) ? null : tail;
}
