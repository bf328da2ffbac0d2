import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { expandHome, type OpenDirectory, type OpenFile } from '@dragoman/fs-core';
import type { Session } from '../session.ts';

/** Where a search begins. The caller closes `opened`. */
export interface SearchRoot {
  readonly opened: OpenDirectory | OpenFile;
  /** Absolute, as the caller spelled it. */
  readonly path: string;
  /** Put before a found path, makes it absolute; ends in a slash. */
  readonly folder: string;
  /** Put before a found path, makes it one that the session resolves; empty, or ends in a slash. */
  readonly prefix: string;
}

/** Opens the file or directory that is to be searched; without a path, the working directory. */
export async function openSearchRoot(session: Session, path: string | undefined): Promise<SearchRoot> {
  const absolute = path === undefined || path === '' ? session.cwd : session.resolve(path);
  const opened = await session.volume.open(absolute);
  const folder = opened.kind === 'file' ? dirname(absolute) : absolute;
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

/** Moves the fixed beginning of an absolute pattern, or of one that begins with `..`, into the path to search. */
export function placePattern(given: string, path: string | undefined): PlacedPattern {
  const pattern = expandHome(given);
  if (!isAbsolute(pattern) && !/^\.\.(?:\/|$)/.test(pattern)) return { path, pattern, isMoved: false };
  const names = pattern.split('/');
  const wild = names.findIndex((name) => /[*?[\]{}()!\\]/.test(name));
  // A slash at the end asks for a directory of the name before it.
  const last = names.length - (pattern.endsWith('/') ? 2 : 1);
  const fixed = wild < 0 ? last : wild;
  const base = names.slice(0, fixed).join('/') || '/';
  const rest = names.slice(fixed).join('/');
  return { path: isAbsolute(pattern) ? base : join(path ?? '.', base), pattern: rest, isMoved: true };
}
