import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { OpenDirectory, OpenFile } from '@dragoman/fs-core';
import type { Session } from '../session.ts';

/** Where a search begins. Whoever asked for it closes what was opened. */
export interface SearchRoot {
  readonly opened: OpenDirectory | OpenFile;
  /** Absolute, as the caller spelled it. */
  readonly path: string;
  /** What stands before a found path to make it absolute; ends in a slash. */
  readonly folder: string;
  /** What stands before a found path to make it one that the session resolves; empty or ending in a slash. */
  readonly prefix: string;
}

/** Opens what a search begins at: a file or a directory; the working directory where no path is given. */
export async function openSearchRoot(session: Session, path: string | undefined): Promise<SearchRoot> {
  const absolute = path === undefined || path === '' ? session.cwd : session.resolve(path);
  const opened = await session.volume.open(absolute);
  const folder = opened.kind === 'file' ? dirname(absolute) : absolute;
  return { opened, path: absolute, folder: withSeparator(folder), prefix: prefixOf(session.cwd, folder) };
}

/** What stands before a path below `folder` to make it one that is right from `cwd`. */
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
  /** The fixed beginning of the pattern went into `path`, so what is left of it holds for whole paths. */
  readonly isMoved: boolean;
}

/** Moves the fixed beginning of an absolute pattern, or of one that begins with `..`, into the path to search. */
export function placePattern(pattern: string, path: string | undefined): PlacedPattern {
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

/** Directories that a search leaves out, unless what was asked for names them. */
export function leftOut(names: readonly string[], ...asked: (string | undefined)[]): ReadonlySet<string> {
  const named = new Set(asked.flatMap((text) => text?.split(/[/\\{},]/) ?? []));
  return new Set(names.filter((name) => !named.has(name)));
}
