import { expandBraces, malformedGlob } from '@dragoman/fs-core';
import { compileName } from './name-pattern.ts';
import { createTrail, type Place, type TrailPattern, toSegments } from './trail.ts';

export interface PathPatternOptions {
  /** Whether wildcards stand for names that begin with a dot too. */
  readonly dot: boolean;
  readonly ignoreCase: boolean;
  /** Whether a pattern without a slash matches at the top only. Default: at any depth. */
  readonly anchored?: boolean;
}

/** A glob, matched name by name while a tree is walked. */
export interface PathPattern {
  readonly start: Place;
  /** The place of the directory `name` in the one at `place`; null where nothing below it can match. */
  enter(place: Place, name: string): Place | null;
  /** As `enter`, where the pattern spells the name out and does not only admit it; else null. */
  enterNamed(place: Place, name: string): Place | null;
  /** Whether the entry `name` of the directory at `place` matches. */
  fits(place: Place, name: string, isDirectory: boolean): boolean;
}

const MAX_LENGTH = 4_096;

/**
 * Compiles a glob: `*`, `**`, `?`, classes, braces, groups and a leading `!`. One without a slash matches at any depth.
 * @throws ToolError `INVALID_PATTERN`
 */
export function compilePathPattern(pattern: string, options: PathPatternOptions): PathPattern {
  if (pattern === '') throw malformedGlob(pattern, 'it is empty');
  if (pattern.length > MAX_LENGTH) throw malformedGlob(pattern, `it is longer than ${MAX_LENGTH} characters`);
  if (pattern.includes('\0')) throw malformedGlob(pattern, 'it contains a NUL byte');
  const { negated, body } = splitNegation(pattern);
  const alternatives = expandBraces(body).map((alternative) => compileAlternative(alternative, options));
  const trail = createTrail(alternatives, { dot: options.dot, fitsOwner: true });
  const isHidden = (name: string) => !options.dot && name.startsWith('.');
  if (negated) {
    return {
      start: trail.start,
      enter: (place, name) => (isHidden(name) ? null : trail.enter(place, name)),
      enterNamed: () => null,
      fits: (place, name, isDirectory) => !isHidden(name) && trail.lastFit(place, name, isDirectory) < 0,
    };
  }
  return {
    start: trail.start,
    enter: (place, name) => unlessDone(trail.enter(place, name)),
    enterNamed: (place, name) => unlessDone(trail.enterNamed(place, name)),
    fits: (place, name, isDirectory) => trail.lastFit(place, name, isDirectory) >= 0,
  };
}

/** Null for a place below which nothing can match. */
function unlessDone(place: Place): Place | null {
  return place.steps.length > 0 ? place : null;
}

function splitNegation(pattern: string): { negated: boolean; body: string } {
  const [marks = ''] = /^(?:!(?!\())*/.exec(pattern) ?? [];
  return { negated: marks.length % 2 === 1, body: pattern.slice(marks.length) };
}

function compileAlternative(pattern: string, options: PathPatternOptions): TrailPattern {
  const { dot, ignoreCase, anchored = false } = options;
  const names = pattern.split('/').filter((name) => name !== '' && name !== '.');
  if (names.length === 0) throw malformedGlob(pattern, 'it names nothing');
  if (names.includes('..')) throw malformedGlob(pattern, '".." can stand at its beginning only');
  const segments = toSegments(names, (name) => compileName(name, { dot, ignoreCase, groups: true }));
  if (segments === null) throw malformedGlob(pattern, 'it is too deep');
  const floats = !anchored && !pattern.replace(/\/+$/, '').includes('/');
  return { segments: floats ? ['any-depth', ...segments] : segments, directoryOnly: pattern.endsWith('/') };
}
