import type { NameTest } from './name-pattern.ts';

/** A pattern cut at its slashes; `any-depth` is `**`. */
export type Segment = 'any-depth' | NameTest;

export interface TrailPattern {
  readonly segments: readonly Segment[];
  /** Fits directories only. */
  readonly directoryOnly: boolean;
}

// Deeper than real trees are; the cost of testing a name grows with it.
const MAX_SEGMENTS = 100;

/** Compiles a pattern's names into segments; null where there are more than 100. */
export function toSegments(names: readonly string[], compile: (name: string) => NameTest): readonly Segment[] | null {
  const kept = names.filter((name, index) => name !== '**' || names[index - 1] !== '**');
  if (kept.length > MAX_SEGMENTS) return null;
  return kept.map((name) => (name === '**' ? 'any-depth' : compile(name)));
}

/** How far the path of a directory has matched each pattern: the state of a nondeterministic automaton. */
export interface Place {
  /** The segments that the names in the directory are to be matched with. */
  readonly steps: readonly Step[];
  /** Those steps that can end a pattern, in the order of patterns: `lastFit` tests a name against nothing else. */
  readonly finals: readonly Final[];
}

/** One segment of one pattern, both by index. */
interface Step {
  readonly pattern: number;
  readonly segment: number;
}

interface Final {
  readonly pattern: number;
  readonly test: (name: string) => boolean;
  readonly directoryOnly: boolean;
}

/**
 * Patterns over paths, matched one name at a time: a walk learns at each directory what can still match below it, and
 * each name is tested only against the few segments that come next.
 */
export interface Trail {
  readonly start: Place;
  /** The place of the directory `name` in the directory at `place`; without steps where nothing below it can match. */
  enter(place: Place, name: string): Place;
  /** As `enter`, by nothing but segments that spell the name out. */
  enterNamed(place: Place, name: string): Place;
  /** Index of the last pattern that matches the entry `name` of the directory at `place`, or -1. */
  lastFit(place: Place, name: string, isDirectory: boolean): number;
}

export interface TrailOptions {
  /** Whether `**` matches names that begin with a dot. */
  readonly dot: boolean;
  /** Whether `a/**` matches the directory `a` too: it does as a glob, not as an ignore rule. */
  readonly fitsOwner: boolean;
}

export function createTrail(patterns: readonly TrailPattern[], options: TrailOptions): Trail {
  const passes = (name: string) => options.dot || !name.startsWith('.');
  const segmentsOf = (step: Step) => patterns[step.pattern]?.segments ?? [];

  /** Adds a step and, since `**` also matches no name at all, the one after it. */
  const add = (to: Step[], pattern: number, segment: number): void => {
    const segments = patterns[pattern]?.segments ?? [];
    if (segment >= segments.length || isKnown(to, pattern, segment)) return;
    to.push({ pattern, segment });
    if (segments[segment] === 'any-depth') add(to, pattern, segment + 1);
  };

  const finalOf = ({ pattern, segment: at }: Step): Final | null => {
    const { segments = [], directoryOnly = false } = patterns[pattern] ?? {};
    const segment = segments[at];
    const isLast = at === segments.length - 1;
    if (segment === undefined) return null;
    if (segment === 'any-depth') return isLast ? { pattern, test: passes, directoryOnly } : null;
    if (isLast) return { pattern, test: segment, directoryOnly };
    const endsInOwner = options.fitsOwner && onlyAnyDepth(segments, at + 1);
    return endsInOwner ? { pattern, test: segment, directoryOnly: true } : null;
  };

  const placeOf = (steps: readonly Step[]): Place => ({
    steps,
    finals: steps.map(finalOf).filter((final) => final !== null),
  });

  const start: Step[] = [];
  for (const pattern of patterns.keys()) add(start, pattern, 0);

  return {
    start: placeOf(start),
    enter(place, name) {
      const to: Step[] = [];
      for (const step of place.steps) {
        const segment = segmentsOf(step)[step.segment];
        if (segment === 'any-depth') {
          if (passes(name)) add(to, step.pattern, step.segment);
        } else if (segment?.(name)) {
          add(to, step.pattern, step.segment + 1);
        }
      }
      return isSame(place.steps, to) ? place : placeOf(to);
    },
    enterNamed(place, name) {
      const to: Step[] = [];
      for (const { pattern, segment: at } of place.steps) {
        const segment = patterns[pattern]?.segments[at];
        if (segment !== 'any-depth' && segment?.isLiteral && segment(name)) add(to, pattern, at + 1);
      }
      return placeOf(to);
    },
    lastFit({ finals }, name, isDirectory) {
      for (let index = finals.length - 1; index >= 0; index -= 1) {
        const final = finals[index];
        if (final !== undefined && (isDirectory || !final.directoryOnly) && final.test(name)) return final.pattern;
      }
      return -1;
    },
  };
}

/** The steps of one pattern are adjacent, so only the last few are compared. */
function isKnown(steps: readonly Step[], pattern: number, segment: number): boolean {
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    if (step?.pattern !== pattern) return false;
    if (step.segment === segment) return true;
  }
  return false;
}

function onlyAnyDepth(segments: readonly Segment[], from: number): boolean {
  return segments.slice(from).every((segment) => segment === 'any-depth');
}

function isSame(some: readonly Step[], others: readonly Step[]): boolean {
  if (some.length !== others.length) return false;
  return some.every(({ pattern, segment }, at) => pattern === others[at]?.pattern && segment === others[at]?.segment);
}
