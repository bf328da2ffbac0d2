import { sep } from 'node:path';

// Inside, found paths and globs have `/` between names on every system.

/** A found path as this system writes it. */
export function nativePath(path: string): string {
  return sep === '/' ? path : path.replaceAll('/', sep);
}

/** A path or a glob that was written for this system, with `/` between names: on Windows both separate names. */
export function slashPath(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
