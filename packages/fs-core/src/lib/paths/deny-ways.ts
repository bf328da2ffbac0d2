import { createDenyMatcher } from './deny-matcher.ts';
import { alternativesOf, foldName } from './deny-pattern.ts';
import { hasSyntax } from './deny-syntax.ts';

/** The place of a directory on the way to what deny globs deny. */
export interface DenyWay {
  /** Tells it from other ways. */
  readonly name: string;
  /** How many levels below the directory something may be denied. */
  readonly depth: number;
}

/** The way on which a directory lies; null if no deny glob names it as one that leads to what it denies. */
export type DenyWays = (path: string) => DenyWay | null;

interface Beginning {
  /** The end of a directory's path, or all of it, in folded spelling. */
  readonly end: string;
  readonly floats: boolean;
  readonly depth: number;
}

/** The directories that deny globs name on the way to what they deny: `conf` of `conf/*.key`, whether or not one exists. */
export function createDenyWays(globs: readonly string[]): DenyWays {
  const beginnings = new Map<string, Beginning[]>();
  for (const beginning of globs.flatMap(alternativesOf).flatMap(beginningsOf)) {
    const name = lastName(beginning.end);
    beginnings.set(name, [...(beginnings.get(name) ?? []), beginning]);
  }
  return (path) => {
    const candidates = beginnings.get(foldName(lastName(path)));
    if (candidates === undefined) return null;
    const folded = foldName(path);
    const fitting = candidates.filter(({ end, floats }) => (floats ? folded.endsWith(end) : folded === end));
    if (fitting.length === 0) return null;
    return { name: fitting.map(({ end }) => end).join(), depth: Math.max(...fitting.map(({ depth }) => depth)) };
  };
}

/** Makes a test for names that are denied in every directory, so that no other name of one above shows what they deny. */
export function createNameRule(globs: readonly string[]): (name: string) => boolean {
  return createDenyMatcher(
    globs.flatMap(alternativesOf).filter((glob) => /^\*\*\/[^/]+$/.test(glob)),
    () => false,
  );
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Each beginning of a glob that holds no syntax and is not all of it. @param glob absolute, or with a leading `**` */
function beginningsOf(glob: string): Beginning[] {
  const floats = glob.startsWith('**/');
  const names = glob.replace(/^(?:\*\*)?\//, '').split('/');
  const special = names.findIndex(hasSyntax);
  const fixed = names.slice(0, special === -1 ? names.length - 1 : Math.min(special, names.length - 1));
  return fixed.map((_, index) => {
    const rest = names.slice(index + 1);
    const depth = rest.some((name) => name.startsWith('**')) ? Number.POSITIVE_INFINITY : rest.length;
    return { end: foldName(`/${names.slice(0, index + 1).join('/')}`), floats, depth };
  });
}
