import type { Options } from '@dragoman/dialects/internal/options';
import { assertDirectory, contains, showsWideDirectory, wideDirectory } from '@dragoman/fs-core/internal/kernel';
import { AuthFailure } from '../who/auth-failure.ts';

/** Settings that a session is opened with. Plain data, which another thread can be sent. */
export interface SessionSettings {
  readonly options: Options;
  /** The directories within which those of the options count; null where the options are not narrowed. */
  readonly outer: readonly string[] | null;
}

/**
 * The options with those of their directories that are there and allowed. Touches the files, and so may take as long as
 * these do.
 * @throws AuthFailure `access_denied` if nothing is left
 */
export function usableOptions({ options, outer }: SessionSettings): Options {
  if (outer === null) return options;
  const trees = allowedTrees(outer, (options.allow ?? []).filter(isNamed).flatMap(realTree));
  const places = [...trees, ...options.volumes.map(({ at }) => at)];
  const [first] = places;
  if (first === undefined) throw new AuthFailure('access_denied');
  const isInPlace = (path: string): boolean => places.some((place) => contains(place, path));
  const workdir = [...realTree(options.workdir), options.workdir].find(isInPlace) ?? first;
  return { ...options, allow: trees, workdir };
}

/** Asks after no tree that is not needed: it may be one that does not answer. */
function allowedTrees(outer: readonly string[], named: readonly string[]): readonly string[] {
  const isWithin = (tree: string): boolean => outer.some((one) => contains(one, tree));
  return named.every(isWithin) ? [...new Set(named)] : sharedTrees(outer.flatMap(realTree), named);
}

/** Trees that are in both: of two trees that lie in each other, the inner one. */
export function sharedTrees(outer: readonly string[], named: readonly string[]): readonly string[] {
  const within = (tree: string): readonly string[] =>
    outer.some((one) => contains(one, tree)) ? [tree] : outer.filter((one) => contains(tree, one));
  return [...new Set(named.flatMap(within))];
}

/** False for a name, filled in with claims, that leads to what is allowed only by name. */
function isNamed(path: string): boolean {
  return wideDirectory(path) === null || showsWideDirectory(path);
}

/** A directory that is gone is none. */
function realTree(path: string): string[] {
  try {
    return [assertDirectory(path)];
  } catch {
    return [];
  }
}
