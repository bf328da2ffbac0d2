import type { NameTest } from './name-pattern.ts';

/** A pattern cut at its slashes; `any-depth` is `**`. */
export type Segment = 'any-depth' | NameTest;

export interface AutomatonPattern {
  readonly segments: readonly Segment[];
  /** Matches directories only. */
  readonly directoryOnly: boolean;
}

// Deeper than real trees are; the cost of testing a name grows with it.
const MAX_SEGMENTS = 100;

/** Compiles a pattern's names into segments; null if there are more than 100. */
export function toSegments(names: readonly string[], compile: (name: string) => NameTest): readonly Segment[] | null {
  const kept = names.filter((name, index) => name !== '**' || names[index - 1] !== '**');
  if (kept.length > MAX_SEGMENTS) return null;
  return kept.map((name) => (name === '**' ? 'any-depth' : compile(name)));
}

/** How far the path of a directory has matched each pattern: a state of a nondeterministic automaton. */
export interface State {
  /** What the names in the directory are matched with, in the order of patterns. */
  readonly positions: readonly Position[];
  /** The positions that can end a pattern: `lastMatch` tests a name against these alone. */
  readonly accepting: readonly Position[];
}

/** One segment of one pattern. */
interface Position {
  /** Index of the pattern. */
  readonly pattern: number;
  readonly test: (name: string) => boolean;
  readonly isAnyDepth: boolean;
  readonly isLiteral: boolean;
  readonly next: Position | null;
  /** Whether a name that matches here matches the pattern. */
  readonly isEnd: boolean;
  /** Whether it does only if it is a directory's. */
  readonly directoryOnly: boolean;
}

/**
 * Patterns over paths, matched one name at a time: a walk learns at each directory what can still match below it, and
 * each name is tested only against the few segments that come next.
 */
export interface PathAutomaton {
  readonly start: State;
  /** The state of the directory `name` below the one in `state`; without positions if nothing below can match. */
  enter(state: State, name: string): State;
  /** As `enter`, but only by segments without wildcards. */
  enterNamed(state: State, name: string): State;
  /** Index of the last pattern that matches the entry `name` of the directory in `state`, or -1. */
  lastMatch(state: State, name: string, isDirectory: boolean): number;
}

export interface AutomatonOptions {
  /** Whether `**` matches names that begin with a dot. */
  readonly dot: boolean;
  /** Whether `a/**` matches the directory `a` too: it does as a glob, not as an ignore rule. */
  readonly matchesOwner: boolean;
}

export function createPathAutomaton(patterns: readonly AutomatonPattern[], options: AutomatonOptions): PathAutomaton {
  return {
    start: stateAt(patterns.map((pattern, index) => firstPosition(pattern, index, options))),
    enter({ positions }, name) {
      const passed = positions.filter(({ test }) => test(name));
      return stateAt(passed.map((position) => (position.isAnyDepth ? position : position.next)));
    },
    enterNamed({ positions }, name) {
      const passed = positions.filter(({ isLiteral, test }) => isLiteral && test(name));
      return stateAt(passed.map(({ next }) => next));
    },
    lastMatch({ accepting }, name, isDirectory) {
      const fits = ({ directoryOnly, test }: Position) => (isDirectory || !directoryOnly) && test(name);
      return accepting.findLast(fits)?.pattern ?? -1;
    },
  };
}

/** The first of a pattern's positions, which are made from the last to the first; null if it has none. */
function firstPosition(
  { segments, directoryOnly }: AutomatonPattern,
  pattern: number,
  { dot, matchesOwner }: AutomatonOptions,
): Position | null {
  const anyDepth = Object.assign((name: string) => dot || !name.startsWith('.'), { isLiteral: false });
  return segments.reduceRight<Position | null>((next, segment) => {
    const isAnyDepth = segment === 'any-depth';
    const test = isAnyDepth ? anyDepth : segment;
    const isOwner = matchesOwner && !isAnyDepth && next?.isAnyDepth === true && next.next === null;
    return {
      pattern,
      test,
      isAnyDepth,
      isLiteral: test.isLiteral,
      next,
      isEnd: next === null || isOwner,
      directoryOnly: directoryOnly || isOwner,
    };
  }, null);
}

/** `**` also matches no name at all, so the position after it is reached too. */
function stateAt(positions: readonly (Position | null)[]): State {
  const reached = new Set<Position>();
  for (const first of positions) {
    for (let at = first; at !== null; at = at.isAnyDepth ? at.next : null) reached.add(at);
  }
  const all = [...reached];
  return { positions: all, accepting: all.filter(({ isEnd }) => isEnd) };
}
