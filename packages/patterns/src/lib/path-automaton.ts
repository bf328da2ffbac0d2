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
  /** The segments that the names in the directory are matched with. */
  readonly positions: readonly Position[];
  /** The positions that can end a pattern, in the order of patterns: `lastMatch` tests a name against these alone. */
  readonly accepting: readonly Accepting[];
}

/** One segment of one pattern, both by index. */
interface Position {
  readonly pattern: number;
  readonly segment: number;
}

interface Accepting {
  readonly pattern: number;
  readonly test: (name: string) => boolean;
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
  const table: Table = { patterns, options };
  const start: Position[] = [];
  for (const pattern of patterns.keys()) addPosition(table, start, { pattern, segment: 0 });
  return {
    start: stateOf(table, start),
    enter(state, name) {
      const positions = positionsBelow(table, state, name);
      return isSame(state.positions, positions) ? state : stateOf(table, positions);
    },
    enterNamed: (state, name) => stateOf(table, positionsNamed(table, state, name)),
    lastMatch({ accepting }, name, isDirectory) {
      for (let index = accepting.length - 1; index >= 0; index -= 1) {
        const accepted = accepting[index];
        if (accepted !== undefined && (isDirectory || !accepted.directoryOnly) && accepted.test(name)) {
          return accepted.pattern;
        }
      }
      return -1;
    },
  };
}

/** The patterns, and how `**` reads. */
interface Table {
  readonly patterns: readonly AutomatonPattern[];
  readonly options: AutomatonOptions;
}

function segmentAt({ patterns }: Table, { pattern, segment }: Position): Segment | undefined {
  return patterns[pattern]?.segments[segment];
}

/** Whether `**` may stand for a name. */
function passes({ options }: Table, name: string): boolean {
  return options.dot || !name.startsWith('.');
}

function positionsBelow(table: Table, { positions }: State, name: string): Position[] {
  const below: Position[] = [];
  for (const position of positions) {
    const segment = segmentAt(table, position);
    const { pattern, segment: at } = position;
    if (segment === 'any-depth') {
      if (passes(table, name)) addPosition(table, below, position);
    } else if (segment?.(name)) addPosition(table, below, { pattern, segment: at + 1 });
  }
  return below;
}

/** As `positionsBelow`, but only by segments without wildcards. */
function positionsNamed(table: Table, { positions }: State, name: string): Position[] {
  const below: Position[] = [];
  for (const position of positions) {
    const segment = segmentAt(table, position);
    const { pattern, segment: at } = position;
    if (segment !== 'any-depth' && segment?.isLiteral && segment(name)) {
      addPosition(table, below, { pattern, segment: at + 1 });
    }
  }
  return below;
}

/** Adds a position. `**` also matches no name at all, so the position after it is added too. */
function addPosition(table: Table, to: Position[], position: Position): void {
  const { pattern, segment: at } = position;
  const segment = segmentAt(table, position);
  if (segment === undefined || isKnown(to, pattern, at)) return;
  to.push(position);
  if (segment === 'any-depth') addPosition(table, to, { pattern, segment: at + 1 });
}

function stateOf(table: Table, positions: readonly Position[]): State {
  const accepting = positions.map((position) => acceptingAt(table, position)).filter((accepted) => accepted !== null);
  return { positions, accepting };
}

/** What ends its pattern at a position; null if nothing does. */
function acceptingAt(table: Table, position: Position): Accepting | null {
  const { pattern, segment: at } = position;
  const { segments = [], directoryOnly = false } = table.patterns[pattern] ?? {};
  const segment = segments[at];
  const isLast = at === segments.length - 1;
  if (segment === undefined) return null;
  if (segment === 'any-depth') {
    return isLast ? { pattern, test: (name) => passes(table, name), directoryOnly } : null;
  }
  if (isLast) return { pattern, test: segment, directoryOnly };
  const endsInOwner = table.options.matchesOwner && onlyAnyDepth(segments, at + 1);
  return endsInOwner ? { pattern, test: segment, directoryOnly: true } : null;
}

/** Whether the position is in the list. The positions of one pattern are adjacent, so only the last few are compared. */
function isKnown(positions: readonly Position[], pattern: number, segment: number): boolean {
  for (let index = positions.length - 1; index >= 0; index -= 1) {
    const position = positions[index];
    if (position?.pattern !== pattern) return false;
    if (position.segment === segment) return true;
  }
  return false;
}

function onlyAnyDepth(segments: readonly Segment[], from: number): boolean {
  return segments.slice(from).every((segment) => segment === 'any-depth');
}

function isSame(some: readonly Position[], others: readonly Position[]): boolean {
  if (some.length !== others.length) return false;
  return some.every(({ pattern, segment }, at) => pattern === others[at]?.pattern && segment === others[at]?.segment);
}
