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

/** Where in its patterns a directory stands; opaque. */
export type Place = readonly Step[];

interface Step {
  readonly pattern: number;
  readonly segment: number;
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

  const completes = (step: Step, name: string, isDirectory: boolean): boolean => {
    const segments = segmentsOf(step);
    if (patterns[step.pattern]?.directoryOnly && !isDirectory) return false;
    const segment = segments[step.segment];
    const isLast = step.segment === segments.length - 1;
    if (segment === 'any-depth') return isLast && passes(name);
    const mayEnd = isLast || (options.fitsOwner && isDirectory && onlyAnyDepth(segments, step.segment + 1));
    return mayEnd && segment?.(name) === true;
  };

  return {
    start: patterns.reduce<Step[]>((steps, _, pattern) => {
      add(steps, pattern, 0);
      return steps;
    }, []),
    enter(place, name) {
      const to: Step[] = [];
      for (const step of place) {
        const segment = segmentsOf(step)[step.segment];
        if (segment === 'any-depth') {
          if (passes(name)) add(to, step.pattern, step.segment);
        } else if (segment?.(name)) {
          add(to, step.pattern, step.segment + 1);
        }
      }
      return isSamePlace(place, to) ? place : to;
    },
    lastFit(place, name, isDirectory) {
      let last = -1;
      for (const step of place) {
        if (step.pattern > last && completes(step, name, isDirectory)) last = step.pattern;
      }
      return last;
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

function isSamePlace(one: Place, other: Place): boolean {
  if (one.length !== other.length) return false;
  return one.every((step, index) => step.pattern === other[index]?.pattern && step.segment === other[index]?.segment);
}
