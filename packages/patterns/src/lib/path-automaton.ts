import { createNameIndex, type NameIndex, type NameItem } from './name-index.ts';
import { type NamePattern, UNKNOWN_ENDS } from './name-pattern.ts';

/** A pattern cut at its slashes; `any-depth` is `**`. */
export type Segment = 'any-depth' | NamePattern;

export interface AutomatonPattern {
  readonly segments: readonly Segment[];
  /** Matches directories only. */
  readonly directoryOnly: boolean;
}

// Deeper than real trees are; the cost of testing a name grows with it.
const MAX_SEGMENTS = 100;

/** Compiles a pattern's names into segments; null if there are more than 100. */
export function toSegments(
  names: readonly string[],
  compile: (name: string) => NamePattern,
): readonly Segment[] | null {
  const kept = names.filter((name, index) => name !== '**' || names[index - 1] !== '**');
  if (kept.length > MAX_SEGMENTS) return null;
  return kept.map((name) => (name === '**' ? 'any-depth' : compile(name)));
}

/** State of a nondeterministic automaton: the extent to which the path of a directory has matched each pattern. */
export interface State {
  /** Nothing below can match. */
  readonly isDone: boolean;
  /** Positions that only the names in the directory are matched with. */
  readonly here: Positions;
  /** Positions that the names in it and at any depth below are matched with; states below share it. */
  readonly lasting: LastingPositions | null;
}

interface Positions {
  readonly all: NameIndex<Position>;
  /** The positions that can end a pattern: `lastMatch` tests a name against these alone. */
  readonly accepting: NameIndex<Position>;
}

interface LastingPositions extends Positions {
  readonly members: ReadonlySet<Position>;
  readonly outer: LastingPositions | null;
}

/** One segment of one pattern; its place is the index of the pattern. */
interface Position extends NameItem {
  readonly isAnyDepth: boolean;
  readonly next: Position | null;
  /** True if a name that matches here matches the pattern. */
  readonly isEnd: boolean;
  /** True if it does only as a directory's name. */
  readonly directoryOnly: boolean;
}

/**
 * Patterns over paths, matched one name at a time: a walk learns at each directory what can still match below it, and
 * each name is tested only against the few segments that come next.
 */
export interface PathAutomaton {
  readonly start: State;
  /** The state of the directory `name` below the one in `state`. */
  enter(state: State, name: string): State;
  /** Enters like `enter`, but only by segments without wildcards. */
  enterNamed(state: State, name: string): State;
  /** Index of the last pattern that matches the entry `name` of the directory in `state`, or -1. */
  lastMatch(state: State, name: string, isDirectory: boolean): number;
}

export interface AutomatonOptions {
  /** True if `**` matches names that begin with a dot. */
  readonly dot: boolean;
  /** True if `a/**` matches the directory `a` too: it does as a glob, not as an ignore rule. */
  readonly matchesOwner: boolean;
}

export function createPathAutomaton(patterns: readonly AutomatonPattern[], options: AutomatonOptions): PathAutomaton {
  const lastingBelow = ({ lasting }: State, name: string) => (options.dot || !name.startsWith('.') ? lasting : null);
  return {
    start: stateAt(patterns.map((pattern, index) => firstPosition(pattern, index, options))),
    enter(state, name) {
      const next = positionsOf(state).flatMap(({ all }) => all.all(name).map((position) => position.next));
      return stateAt(next, lastingBelow(state, name));
    },
    enterNamed(state, name) {
      const passed = positionsOf(state).flatMap(({ all }) =>
        all.all(name).filter((position) => position.name.isLiteral),
      );
      return stateAt(passed.map(({ next }) => next));
    },
    lastMatch(state, name, isDirectory) {
      const fits = ({ directoryOnly }: Position) => isDirectory || !directoryOnly;
      let best = state.here.accepting.last(name, fits)?.order ?? -1;
      for (let at = state.lasting; at !== null; at = at.outer)
        best = Math.max(best, at.accepting.last(name, fits)?.order ?? -1);
      return best;
    },
  };
}

function positionsOf({ here, lasting }: State): Positions[] {
  const all = [here];
  for (let at = lasting; at !== null; at = at.outer) all.push(at);
  return all;
}

/** The first of a pattern's positions, which are made from the last to the first; null if it has none. */
function firstPosition(
  { segments, directoryOnly }: AutomatonPattern,
  order: number,
  { dot, matchesOwner }: AutomatonOptions,
): Position | null {
  const matches = (name: string): boolean => dot || !name.startsWith('.');
  const anyDepth: NamePattern = { isLiteral: false, ends: UNKNOWN_ENDS, matches };
  return segments.reduceRight<Position | null>((next, segment) => {
    const isAnyDepth = segment === 'any-depth';
    const name = isAnyDepth ? anyDepth : segment;
    const isOwner = matchesOwner && !isAnyDepth && next?.isAnyDepth === true && next.next === null;
    return {
      order,
      name,
      isAnyDepth,
      next,
      isEnd: next === null || isOwner,
      directoryOnly: directoryOnly || isOwner,
    };
  }, null);
}

/** `**` also matches no name at all, so the position after it is reached too, and is as often as it lasts. */
function stateAt(firsts: readonly (Position | null)[], outer: LastingPositions | null = null): State {
  const here = new Set<Position>();
  const lasting = new Set<Position>();
  const isKnown = (position: Position): boolean => {
    for (let at = outer; at !== null; at = at.outer) if (at.members.has(position)) return true;
    return false;
  };
  for (const first of firsts) {
    let set = here;
    for (let at = first; at !== null; at = at.isAnyDepth ? at.next : null) {
      if (at.isAnyDepth) set = lasting;
      if (!isKnown(at)) set.add(at);
    }
  }
  return {
    isDone: here.size === 0 && lasting.size === 0 && outer === null,
    here: here.size === 0 ? NONE : positionsIn(here),
    lasting: lasting.size === 0 ? outer : { ...positionsIn(lasting), members: lasting, outer },
  };
}

function positionsIn(set: ReadonlySet<Position>): Positions {
  const all = [...set].sort((one, other) => one.order - other.order);
  // `**` leads nowhere but to itself and to what follows it, which are here already.
  const leading = all.filter(({ isAnyDepth, next }) => !isAnyDepth && next !== null);
  const accepting = all.filter(({ isEnd }) => isEnd);
  return { all: createNameIndex(leading), accepting: createNameIndex(accepting) };
}

const NONE = positionsIn(new Set());
