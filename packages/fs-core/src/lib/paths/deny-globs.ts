import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, relative } from 'node:path';
import { errnoOf } from '../errors/errno.ts';
import { assertMatchable, fixedPart, toSlashes } from './deny-syntax.ts';

/**
 * Deny globs as they were given, and each absolute one also with links resolved, in its fixed beginning and in all of it:
 * `/tmp/x` must hold if `/tmp` is a link, and `/w/[x]` if that is one.
 * @throws ToolError `INVALID_PATTERN` for one that can match nothing
 */
export function denyGlobs(globs: readonly string[]): string[] {
  return globs.flatMap((glob) => {
    assertMatchable(glob);
    if (!isAbsolute(glob)) return [glob];
    const path = normalize(glob);
    return [glob, path, withoutLinks(path), escapeGlob(resolvedAsFarAs(path))];
  });
}

/** A deny glob that matches nothing now. */
export interface IdleDenyGlob {
  readonly glob: string;
  /** The part that it begins with, which does not exist. */
  readonly missing: string;
}

/**
 * The deny globs that surely match nothing now: absolute ones of which the part before the first special character does
 * not exist. Nothing else is looked at, since it would take a walk through every tree.
 */
export function idleDenyGlobs(globs: readonly string[]): IdleDenyGlob[] {
  return globs.flatMap((glob) => {
    if (!isAbsolute(glob)) return [];
    const missing = fixedPart(toSlashes(normalize(glob)));
    return mayExist(missing) ? [] : [{ glob, missing }];
  });
}

function mayExist(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return errnoOf(error) !== 'ENOTDIR';
  }
}

function withoutLinks(glob: string): string {
  const base = fixedPart(toSlashes(glob));
  return escapeGlob(resolvedAsFarAs(base)) + glob.slice(base.length);
}

/** The path with links resolved in the part of it that exists. */
export function resolvedAsFarAs(path: string): string {
  for (let ancestor = path; ; ancestor = dirname(ancestor)) {
    try {
      return join(realpathSync.native(ancestor), relative(ancestor, path));
    } catch {
      if (dirname(ancestor) === ancestor) return path;
    }
  }
}

/** A glob that matches a path and nothing else. A backslash separates names on Windows, so nothing is escaped there. */
export function escapeGlob(path: string): string {
  return path.replace(/[[\]{}()*?!+@\\]/g, process.platform === 'win32' ? '$&' : '\\$&');
}
