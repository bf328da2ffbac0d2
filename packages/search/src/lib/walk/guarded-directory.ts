import { type DirectoryEntry, type OpenDirectory, orPassOver } from '@dragoman/fs-core/internal/kernel';
import { type GuardScope, hidden, hides, type IgnoreGuard, ownRules, scopeBelow } from './ignore-guard.ts';
import { parentOf } from './result-filter.ts';

/** A directory without what a guard hides. @param scope of the directory, its own rules among it */
export function guardedDirectory(directory: OpenDirectory, guard: IgnoreGuard, scope: GuardScope): OpenDirectory {
  const { scopeOf, isHidden, assertShown } = judgeOf(directory, guard, scope);
  const eachEntry = () => (isOpen(scope) ? directory.entries() : eachShown(scope, directory.entries()));

  return {
    kind: 'directory',
    realPath: directory.realPath,
    identity: directory.identity,
    entries: () => [...eachEntry()].filter((entry) => entry !== null),
    eachEntry,
    knownEntries(path) {
      const entries = directory.knownEntries(path);
      // Others are judged as they are taken.
      return entries !== null && isOpen(scopeOf(path)) ? entries : null;
    },
    ownStat: () => directory.ownStat(),
    readLink: (name) => (isHidden(name, false) ? null : directory.readLink(name)),
    openDirectory(path) {
      assertShown(path, true);
      return guardedDirectory(directory.openDirectory(path), guard, scopeOf(path));
    },
    openFile(path) {
      assertShown(path, false);
      return directory.openFile(path);
    },
    // Other ignore files hold, whether or not they are shown.
    readAtOnce: (path, maxBytes) => directory.readAtOnce(path, maxBytes),
    stat(name) {
      const stat = directory.stat(name);
      return stat === null || isHidden(name, stat.kind === 'directory') ? null : stat;
    },
    permits: (path, access) => directory.permits(path, access) && orPassOver(() => isHidden(path, false)) === false,
    hintOf: (path) => directory.hintOf(path),
    ctimeHint: (path) => directory.ctimeHint(path),
    localTree: (signal) => directory.localTree(signal),
    close: () => directory.close(),
    [Symbol.dispose]: () => directory[Symbol.dispose](),
  };
}

/** Rules of a guard below a directory, by relative paths. */
interface Judge {
  scopeOf(path: string): GuardScope;
  isHidden(path: string, isDirectory: boolean): boolean;
  /** @throws ToolError `INVALID_ARGUMENT` (problem `ignored`) */
  assertShown(path: string, isDirectory: boolean): void;
}

function judgeOf(directory: OpenDirectory, guard: IgnoreGuard, scope: GuardScope): Judge {
  const scopes = new Map<string, GuardScope>([['', scope]]);
  const scopeOf = (path: string): GuardScope => {
    const known = scopes.get(path);
    if (known !== undefined) return known;
    const found = scopeBelow(scopeOf(parentOf(path)), nameOf(path), ownRules(guard, directory, path));
    scopes.set(path, found);
    return found;
  };
  const isHidden = (path: string, isDirectory: boolean) => hides(scopeOf(parentOf(path)), nameOf(path), isDirectory);
  const assertShown = (path: string, isDirectory: boolean): void => {
    const { unusable } = scopeOf(isDirectory ? path : parentOf(path));
    if (unusable !== null || isHidden(path, isDirectory))
      throw hidden(guard, `${directory.realPath}/${path}`, unusable);
  };
  return { scopeOf, isHidden, assertShown };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isOpen({ layers, isHidden }: GuardScope): boolean {
  return !isHidden && layers.length === 0;
}

function* eachShown(scope: GuardScope, entries: readonly DirectoryEntry[]): Generator<DirectoryEntry | null, void> {
  for (const entry of entries) yield hides(scope, entry.name, entry.kind === 'directory') ? null : entry;
}
