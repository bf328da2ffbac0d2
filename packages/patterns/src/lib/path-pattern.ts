import { expandBraces } from './braces.ts';
import { MalformedGlobError } from './malformed-glob-error.ts';
import { costOfGlobName } from './name-cost.ts';
import { compileName } from './name-pattern.ts';
import { type AutomatonPattern, createPathAutomaton, type State, toSegments } from './path-automaton.ts';

/** Settings of a glob. */
export interface PathPatternOptions {
  /** True if wildcards stand for names that begin with a dot, too. */
  readonly dot: boolean;
  readonly ignoreCase: boolean;
  /** True if a pattern without a slash matches at the top only. Default: at any depth. */
  readonly anchored?: boolean;
}

/** A glob, matched name by name while a tree is walked. */
export interface PathPattern {
  readonly start: State;
  /** The most that it may take to match one name, in steps of some ten nanoseconds. */
  readonly cost: number;
  /** The state of the directory `name` below the one in `state`; null if nothing below it can match. */
  enter(state: State, name: string): State | null;
  /** The state of `enter` if the pattern spells the name out without wildcards; else null. */
  enterNamed(state: State, name: string): State | null;
  /** True if the entry `name` of the directory in `state` matches. */
  matches(state: State, name: string, isDirectory: boolean): boolean;
}

const MAX_LENGTH = 4_096;

/**
 * Compiles a glob: `*`, `**`, `?`, classes, braces, groups and a leading `!`. One without a slash matches at any depth.
 * @throws MalformedGlobError
 * @example compilePathPattern('src/*.ts', { dot: false, ignoreCase: false })
 */
export function compilePathPattern(pattern: string, options: PathPatternOptions): PathPattern {
  if (pattern === '') throw new MalformedGlobError(pattern, 'it is empty');
  if (pattern.length > MAX_LENGTH) throw new MalformedGlobError(pattern, `it is longer than ${MAX_LENGTH} characters`);
  if (pattern.includes('\0')) throw new MalformedGlobError(pattern, 'it contains a NUL byte');
  const { negated, body } = splitNegation(pattern);
  const texts = expandBraces(body);
  const cost = texts.flatMap((text) => text.split('/')).reduce((sum, name) => sum + costOfGlobName(name), 0);
  const alternatives = texts.map((text) => compileAlternative(text, options));
  const automaton = createPathAutomaton(alternatives, { dot: options.dot, matchesOwner: true });
  const isHidden = (name: string) => !options.dot && name.startsWith('.');
  if (negated) {
    return {
      cost,
      start: automaton.start,
      enter: (state, name) => (isHidden(name) ? null : automaton.enter(state, name)),
      enterNamed: () => null,
      matches: (state, name, isDirectory) => !isHidden(name) && automaton.lastMatch(state, name, isDirectory) < 0,
    };
  }
  return {
    cost,
    start: automaton.start,
    enter: (state, name) => unlessDone(automaton.enter(state, name)),
    enterNamed: (state, name) => unlessDone(automaton.enterNamed(state, name)),
    matches: (state, name, isDirectory) => automaton.lastMatch(state, name, isDirectory) >= 0,
  };
}

/** Null if nothing can match below the state. */
function unlessDone(state: State): State | null {
  return state.isDone ? null : state;
}

function splitNegation(pattern: string): { negated: boolean; body: string } {
  const [marks = ''] = /^(?:!(?!\())*/.exec(pattern) ?? [];
  return { negated: marks.length % 2 === 1, body: pattern.slice(marks.length) };
}

function compileAlternative(pattern: string, options: PathPatternOptions): AutomatonPattern {
  const { dot, ignoreCase, anchored = false } = options;
  const names = pattern.split('/').filter((name) => name !== '' && name !== '.');
  if (names.length === 0) throw new MalformedGlobError(pattern, 'it names nothing');
  if (names.includes('..')) throw new MalformedGlobError(pattern, '".." can stand at its beginning only');
  const segments = toSegments(names, (name) => compileName(name, { dot, ignoreCase, groups: true }));
  if (segments === null) throw new MalformedGlobError(pattern, 'it is too deep');
  const floats = !anchored && !pattern.replace(/\/+$/, '').includes('/');
  return { segments: floats ? ['any-depth', ...segments] : segments, directoryOnly: pattern.endsWith('/') };
}
