import { alternativesOf, anyOf, foldName } from './deny-pattern.ts';

/** Tests a name, or the end of a path from an index on: true if it needs a closer look. */
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
  return (path, from = 0) => {
    const folded = foldName(path.slice(from));
    return foldedTails.has(folded) || suspect?.test(folded) === true;
  };
}

/** The part of a glob without braces that a path's last name must match, or null if no one part does. */
function tailOf(glob: string): string | null {
  const cut = glob.lastIndexOf('/') + 1;
  const tail = glob.slice(cut);
  // A bracket before the last slash may reach beyond it, and a group may hold slashes.
  return tail === '' || /^\*\*+$|[@?*+!]\(/.test(tail) || /[[\\]|[@?*+!]\(/.test(glob.slice(0, cut)) ? null : tail;
}
