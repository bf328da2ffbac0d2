import { alternativesOf, anyOf, foldName } from './deny-pattern.ts';
import { hasSyntax } from './deny-syntax.ts';

/** The place of a directory on the way to what deny globs deny. */
export interface DenyWay {
  /** Tells it from other ways. */
  readonly name: string;
  /** Number of levels below the directory at which something may be denied. */
  readonly depth: number;
}

/** The directories on the way to what deny globs deny, whether or not they, or anything denied, exist. */
export interface DenyWays {
  /** The way that leads through a path: `c1` for `c*\/prod.json`. Null if there is none. */
  through(path: string): DenyWay | null;
  /**
   * Levels below a directory on which globs that name it without wildcards deny something, or name a directory again: 1
   * for `conf` of `conf/*.key`, 2 of `conf/*\/key`. 0 if none names it.
   */
  levelsBelow(path: string): number;
}

/** The beginning of a glob, which matches directories. */
interface GlobPrefix {
  readonly glob: string;
  readonly depth: number;
  readonly levels: number;
}

export function createDenyWays(globs: readonly string[]): DenyWays {
  const beginnings = globs.flatMap(alternativesOf).flatMap(beginningsOf);
  const fitting = createFitting(beginnings);
  const named = createFitting(beginnings.filter(({ glob }) => !hasSyntax(glob.replace(FLOATS, ''))));
  return {
    through(path) {
      const ways = fitting(path);
      if (ways.length === 0) return null;
      return { name: ways.map(({ glob }) => glob).join('\0'), depth: Math.max(...ways.map(({ depth }) => depth)) };
    },
    levelsBelow: (path) => Math.max(0, ...named(path).map(({ levels }) => levels)),
  };
}

const FLOATS = /^(?:\*\*\/)+/;
const ANY_DEPTH = /^\*\*+$/;

/** The beginning of a glob that has a slash in a class or a group: anything may lie on its way. */
const ANYWHERE: GlobPrefix = { glob: '**', depth: Number.POSITIVE_INFINITY, levels: Number.POSITIVE_INFINITY };

/** Each beginning of a glob that is not all of it. @param glob absolute, or with a leading `**` */
function beginningsOf(glob: string): GlobPrefix[] {
  const names = glob.split('/');
  if (!names.every(isWhole)) return [ANYWHERE];
  return names.slice(0, -1).flatMap((_, index) => {
    const [before, rest] = [names.slice(0, index + 1), names.slice(index + 1)];
    // Where nothing but the depth is left open, what a glob denies has a denied name of its own.
    if (before.every((name) => name === '' || ANY_DEPTH.test(name))) return [];
    const isAnyDepth = [before.at(-1) ?? '', ...rest].some((name) => ANY_DEPTH.test(name));
    const depth = isAnyDepth ? Number.POSITIVE_INFINITY : rest.length;
    const literal = rest.findIndex((name) => !hasSyntax(name));
    return [{ glob: before.join('/'), depth, levels: isAnyDepth || literal === -1 ? depth : literal + 1 }];
  });
}

/** False for a part of a class or a group that may hold the slash after it. */
function isWhole(name: string): boolean {
  const countOf = (signs: RegExp) => name.match(signs)?.length ?? 0;
  return !/\[[!^]?\]?[^\]]*$|\\$/.test(name) && countOf(/[@?*+!]\(/g) <= countOf(/\)/g);
}

/** Makes a function that tells which beginnings match a path; only those are tried of which the path has a plain name. */
function createFitting(beginnings: readonly GlobPrefix[]): (path: string) => readonly GlobPrefix[] {
  const byName = new Map<string, Candidate[]>();
  for (const beginning of beginnings) {
    const name = foldName(beginning.glob.split('/').findLast((part) => part !== '' && !hasSyntax(part)) ?? '');
    byName.set(name, [...(byName.get(name) ?? []), { ...beginning, pattern: undefined }]);
  }
  return (path) => {
    const folded = foldName(path);
    // The first is empty, as for globs without a plain name.
    const candidates = [...new Set(folded.split('/'))].flatMap((name) => byName.get(name) ?? []);
    return candidates.filter((candidate) => {
      candidate.pattern ??= anyOf([foldName(candidate.glob)], true);
      return candidate.pattern.test(folded);
    });
  };
}

interface Candidate extends GlobPrefix {
  /** Compiled on first use: most are never tried. */
  pattern: RegExp | undefined;
}
