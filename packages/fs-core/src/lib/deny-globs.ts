import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, relative } from 'node:path';
import picomatch from 'picomatch';

/**
 * Deny globs as they were given, and each absolute one also with the links in its fixed beginning resolved: `/tmp/x`
 * must hold where `/tmp` is a link.
 */
export function denyGlobs(globs: readonly string[]): string[] {
  return globs.flatMap((glob) => (isAbsolute(glob) ? [glob, normalize(glob), withoutLinks(normalize(glob))] : [glob]));
}

function withoutLinks(glob: string): string {
  const { base } = picomatch.scan(glob);
  return glob.startsWith(base) ? escaped(resolvedAsFarAs(base)) + glob.slice(base.length) : glob;
}

/** The path with links resolved in the part of it that exists. */
export function resolvedAsFarAs(path: string): string {
  for (let place = path; ; place = dirname(place)) {
    try {
      return join(realpathSync.native(place), relative(place, path));
    } catch {
      if (dirname(place) === place) return path;
    }
  }
}

function escaped(path: string): string {
  return path.replace(/[[\]{}()*?!+@\\]/g, process.platform === 'win32' ? '$&' : '\\$&');
}
