import { parentOf } from './deny-matcher.ts';

/** The paths that lie below no other of them, sorted; all absolute and without links. */
export function outermost(paths: Iterable<string>): string[] {
  const all = new Set(paths);
  return [...all].filter((path) => !isWithin(all, parentOf(path)) || path === parentOf(path)).sort();
}

/** True if a path is one of a set, or lies below one of them. */
export function isWithin(paths: ReadonlySet<string>, path: string): boolean {
  for (let at = path; ; at = parentOf(at)) {
    if (paths.has(at)) return true;
    if (at === parentOf(at)) return false;
  }
}
