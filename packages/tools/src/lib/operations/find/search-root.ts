import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import { expandHome, type OpenDirectory, type OpenFile, type Purpose } from '@dragoman/fs-core/internal/kernel';
import { slashPath } from '../../native-path.ts';
import type { Session } from '../../session.ts';

/** The directory or file where a search begins. The caller closes `opened`. */
export interface SearchRoot {
  readonly opened: OpenDirectory | OpenFile;
  /** Absolute, as the caller spelled it. */
  readonly path: string;
  /** Put before a found path, makes it absolute; ends in a separator. */
  readonly folder: string;
  /** Put before a found path, makes it one that the session resolves; empty, or ends in a separator. */
  readonly prefix: string;
}

/** Opens the file or directory that is to be searched; without a path, the working directory. */
export async function openSearchRoot(
  session: Session,
  path: string | undefined,
  purpose: Purpose,
): Promise<SearchRoot> {
  const absolute = path === undefined || path === '' ? session.cwd : session.resolve(path);
  const opened = await session.volume.open(absolute, purpose);
  const directory = opened.kind === 'file' ? dirname(absolute) : absolute;
  // On Windows, paths may be given with either separator.
  const folder = sep === '/' ? directory : normalize(directory);
  return { opened, path: absolute, folder: withSeparator(folder), prefix: prefixOf(session.cwd, folder) };
}

/** Put before a path below `folder`, makes it one that leads there from `cwd`. */
export function prefixOf(cwd: string, folder: string): string {
  const below = relative(cwd, folder);
  const isOutside = below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below);
  return below === '' ? '' : withSeparator(isOutside ? folder : below);
}

function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}

export interface PlacedPattern {
  readonly path: string | undefined;
  readonly pattern: string;
  /** The fixed beginning of the pattern went into `path`, so the rest of it must match whole paths. */
  readonly isMoved: boolean;
}

/**
 * Moves the fixed beginning of an absolute pattern, or of one that begins with `..`, into the path to search.
 * @param from the absolute form of `path`: at the beginning of a pattern, its names are fixed whatever is in them
 */
export function placePattern(given: string, path: string | undefined, from: string): PlacedPattern {
  const pattern = slashPath(expandHome(given));
  if (!isAbsolute(pattern) && !/^\.\.(?:\/|$)/.test(pattern)) return { path, pattern, isMoved: false };
  const names = pattern.split('/');
  const known = slashPath(from).split('/');
  const shared = names.findIndex((name, at) => name !== known[at]);
  const wild = shared < 0 ? -1 : names.findIndex((name, at) => at >= shared && /[*?[\]{}()!\\]/.test(name));
  // A slash at the end asks for a directory of the name before it.
  const last = names.length - (pattern.endsWith('/') ? 2 : 1);
  const fixed = wild < 0 ? last : wild;
  const base = withRoot(names.slice(0, fixed).join('/'));
  const rest = names.slice(fixed).join('/');
  return { path: isAbsolute(pattern) ? base : join(path ?? '.', base), pattern: rest, isMoved: true };
}

/** The path of a file system's root ends in a slash: without one, `C:` would mean a drive's current directory. */
function withRoot(path: string): string {
  return path === '' || /^[A-Za-z]:$/.test(path) ? `${path}/` : path;
}
