import type { NameTest } from './name-pattern.ts';

/** A pattern cut at its slashes; `any-depth` is `**`. */
export type Segment = 'any-depth' | NameTest;

export interface TrailPattern {
  readonly segments: readonly Segment[];
  /** Fits directories only. */
  readonly directoryOnly: boolean;
}

// No tree is as deep as this in earnest, and what a name costs grows with it.
const MAX_SEGMENTS = 100;

/** Cuts a pattern's names into segments, or null where there are more than any tree is deep. */
export function toSegments(names: readonly string[], compile: (name: string) => NameTest): readonly Segment[] | null {
  const kept = names.filter((name, index) => name !== '**' || names[index - 1] !== '**');
  if (kept.length > MAX_SEGMENTS) return null;
  return kept.map((name) => (name === '**' ? 'any-depth' : compile(name)));
}

/** Where in its patterns a directory stands. */
export interface Place {
  /** What names in the directory can lead on to, or be found by. */
  readonly steps: readonly Step[];
  /** The steps that end a pattern, in the order of patterns: all that a name is tested against. */
  readonly finals: readonly Final[];
}

interface Step {
  readonly pattern: number;
  readonly segment: number;
}

interface Final {
  readonly pattern: number;
  readonly test: NameTest;
  readonly directoryOnly: boolean;
}

/**
 * Patterns over paths, followed one name at a time: a walk learns at each directory what can still fit below it,
 * and each name is tested against the few segments whose turn it is.
 */
export interface Trail {
  readonly start: Place;
  /** The place of the directory `name` in the directory at `place`; empty where nothing below it can fit. */
  enter(place: Place, name: string): Place;
  /** The last pattern that fits the entry `name` of the directory at `place`, or -1. */
  lastFit(place: Place, name: string, isDirectory: boolean): number;
}

export interface TrailOptions {
  /** Whether `**` goes through and fits names that begin with a dot. */
  readonly dot: boolean;
  /** Whether `a/**` fits the directory `a` too, as a glob does and an ignore rule does not. */
  readonly fitsOwner: boolean;
}

export function createTrail(patterns: readonly TrailPattern[], options: TrailOptions): Trail {
  const passes = (name: string) => options.dot || !name.startsWith('.');
  const segmentsOf = (step: Step) => patterns[step.pattern]?.segments ?? [];

  /** Adds a step and, since `**` may stand for nothing, the one after it. */
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
    lastFit({ finals }, name, isDirectory) {
      for (let index = finals.length - 1; index >= 0; index -= 1) {
        const final = finals[index];
        if (final !== undefined && (isDirectory || !final.directoryOnly) && final.test(name)) return final.pattern;
      }
      return -1;
    },
  };
}

/** The steps of one pattern stand together, so only the last few need a look. */
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
