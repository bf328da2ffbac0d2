import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { entriesAt } from '../descriptors/directory-entries.ts';
import { identityAt } from '../descriptors/file-identity.ts';
import { createListings } from '../descriptors/listings.ts';
import { orNull } from '../errors/best-effort.ts';
import { DENIED } from '../paths/builtin-deny.ts';
import { decodeName, systemPath } from '../paths/byte-path.ts';
import { fixedPart } from '../paths/deny-syntax.ts';
import { homeDirectory } from '../paths/home-directory.ts';
import { contains, type Scope } from '../paths/scope.ts';
import type { DirectoryEntry } from '../volume/open-entry.ts';
import type { DeniedEntries } from '../volume/volume.ts';

export interface DeniedEntriesOptions {
  readonly scope: Scope;
  readonly deny: readonly string[];
}

// A whole disk cannot be searched: outside the roots, homes and the places that globs name are, down to this depth.
const OUTSIDE_DEPTH = 3;

/**
 * Makes a function that lists which denied paths exist: in the roots, looked up at each call, and outside them where
 * private files usually lie, looked up once.
 */
export function createDeniedEntries({ scope, deny }: DeniedEntriesOptions): () => DeniedEntries {
  const isDenied = (path: string): boolean => scope.deniesName(path, 'read') || scope.deniesName(path, 'write');
  // Each command asks, and none should wait for a hundred thousand names that an earlier one went through.
  const listings = createListings();
  const worthALook = (directory: string): readonly DirectoryEntry[] => {
    const known = listings.recall(directory, () => identityAt(directory));
    const state = known === null ? identityAt(directory) : null;
    if (state === null) return known ?? [];
    const all = () =>
      namesIn(directory).filter(({ name, kind }) => kind === 'directory' || isDenied(join(directory, name)));
    return listings.read(directory, state, all);
  };
  let outside: readonly string[] | undefined;
  return () => {
    const unreadable = new Set<string>();
    const unwritable: string[] = [];
    outside ??= unreadableOutside(scope, deny);
    for (const path of outside) unreadable.add(path);
    for (const root of scope.roots) {
      for (const path of pathsBelow(root, worthALook)) {
        if (scope.deniesName(path, 'read')) addTarget(unreadable, path);
        else if (scope.deniesName(path, 'write')) unwritable.push(path);
      }
    }
    const [files, directories] = partition(
      [...unreadable],
      (path) => orNull(() => statSync(systemPath(path)))?.isDirectory() === false,
    );
    const unreadableDirectories = topmost(directories);
    const isHidden = (path: string) => unreadableDirectories.some((directory) => contains(directory, path));
    return {
      unwritable: topmost(unwritable).filter((path) => !isHidden(path)),
      unreadableFiles: files.filter((path) => !isHidden(path)),
      unreadableDirectories,
    };
  };
}

function unreadableOutside(scope: Scope, deny: readonly string[]): string[] {
  const bases = [...deny, ...DENIED].filter((glob) => glob.startsWith('/')).map(fixedPart);
  const homes = ['/root', homeDirectory() ?? '', ...namesIn('/home').map(({ name }) => join('/home', name))];
  const found = new Set<string>();
  for (const start of new Set([...bases, ...homes])) {
    if (start === '/' || start === '' || orNull(() => statSync(systemPath(start))) === null) continue;
    if (scope.deniesName(start, 'read')) addTarget(found, start);
    else {
      for (const path of pathsBelow(start, namesIn, OUTSIDE_DEPTH))
        if (scope.deniesName(path, 'read')) addTarget(found, path);
    }
  }
  return [...found];
}

/** Adds the real path of what is denied: the target of a denied link must be hidden, too. */
function addTarget(paths: Set<string>, path: string): void {
  try {
    paths.add(decodeName(realpathSync.native(systemPath(path), 'buffer')));
  } catch {
    // A link to nowhere, or something that is gone by now: there is nothing to hide.
  }
}

type Look = (directory: string) => readonly DirectoryEntry[];

/** Every path that `look` finds below a directory, links not followed. */
function* pathsBelow(directory: string, look: Look, depth = Number.POSITIVE_INFINITY): Generator<string> {
  for (const { name, kind } of look(directory)) {
    const path = join(directory, name);
    yield path;
    if (kind === 'directory' && depth > 1) yield* pathsBelow(path, look, depth - 1);
  }
}

function namesIn(directory: string): DirectoryEntry[] {
  try {
    return entriesAt(directory, () => true);
  } catch {
    return [];
  }
}

/** Leaves out paths that lie below another of them. */
function topmost(paths: readonly string[]): string[] {
  const kept: string[] = [];
  for (const path of [...paths].sort()) if (!kept.some((above) => contains(above, path))) kept.push(path);
  return kept;
}

function partition(paths: readonly string[], isFirst: (path: string) => boolean): [string[], string[]] {
  const parts: [string[], string[]] = [[], []];
  for (const path of paths) parts[isFirst(path) ? 0 : 1].push(path);
  return parts;
}
