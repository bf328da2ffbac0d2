import { basename, dirname, join } from 'node:path';
import {
  contains,
  isPathError,
  type OpenDirectory,
  openOrNull,
  type RealPath,
  ToolError,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import type { IgnoreRules } from '@dragoman/patterns';
import { ignoreRulesFrom } from './glob-filter.ts';
import { pathDown } from './ignore-files.ts';
import { excludedScope, type IgnoreScope, outermostScope } from './ignore-scope.ts';

/** A rule of a session that hides whatever ignore files of one name exclude, in git's syntax, in every directory. */
export interface IgnoreGuard {
  /** Such as `.geminiignore`. */
  readonly fileName: string;
  /**
   * Rules of ignore files that a tool was to change, by the paths of their directories: they hold until the session ends,
   * so that no tool opens what was closed.
   */
  readonly kept: Map<string, IgnoreRules>;
}

/** The rules that hold in one directory; with those that are kept, if there are any. */
export interface GuardScope {
  readonly rules: readonly IgnoreScope[];
  /** Path of an ignore file that cannot be obeyed, for which all beside and below it is hidden. */
  readonly unusable: string | null;
}

/** Larger ignore files are not obeyed, so all that they could be about is hidden. */
const MAX_BYTES = 256 * 1024;

export function hides({ rules }: GuardScope, name: string, isDirectory: boolean): boolean {
  return rules.some((scope) => scope.excludes(name, isDirectory));
}

/** The scope of a directory in the one that a scope is of, with the rules that it has itself. */
export function scopeBelow(scope: GuardScope, name: string, own: OwnGuardRules): GuardScope {
  if (hides(scope, name, true)) return { rules: [excludedScope()], unusable: scope.unusable };
  return scopeWith({ ...scope, rules: scope.rules.map((each) => each.enter(name)) }, own);
}

function scopeWith({ rules, unusable }: GuardScope, { now, kept, path }: OwnGuardRules): GuardScope {
  if (now === 'unusable') return { rules: [excludedScope()], unusable: path };
  const own = [now, kept ?? now];
  return { rules: rules.map((scope, index) => scope.with(onlyIgnore(own[index] ?? null))), unusable };
}

function onlyIgnore(ignore: IgnoreRules | null) {
  return { ignore, git: null, exclude: null, user: null, isRepository: false };
}

/** The rules of a directory's own ignore file. */
interface OwnGuardRules {
  readonly path: string;
  /** Null if there is none. */
  readonly now: IgnoreRules | null | 'unusable';
  readonly kept: IgnoreRules | null;
}

/** Reads the ignore file of the directory at a path below an open one; empty for that itself. */
export function ownRules({ fileName, kept }: IgnoreGuard, directory: OpenDirectory, below: string): OwnGuardRules {
  const path = join(directory.realPath, below);
  return {
    path: join(path, fileName),
    now: rulesAt(directory, { below, name: fileName }),
    kept: kept.get(path) ?? null,
  };
}

/** A file in a directory below an open one; empty for that itself. */
interface FileBelow {
  readonly below: string;
  readonly name: string;
}

function rulesAt(directory: OpenDirectory, { below, name }: FileBelow): IgnoreRules | null | 'unusable' {
  const folder = below === '' ? '' : `${below}/`;
  // Most directories have none, which this tells without opening anything.
  if (directory.hintOf(folder + name) === null) return null;
  try {
    const content = directory.readAtOnce(folder + (linkedBeside(directory, { below, name }) ?? name), MAX_BYTES);
    return (content && ignoreRulesFrom(content)) ?? 'unusable';
  } catch (error) {
    if (!isPathError(error)) throw error;
    return 'kind' in error.failure && error.failure.kind === 'directory' ? null : 'unusable';
  }
}

/** The name to which a link leads, if that is in the same directory: so one file can serve two programs. */
function linkedBeside(directory: OpenDirectory, { below, name }: FileBelow): string | null {
  using inner = below === '' ? null : directory.openDirectory(below);
  const text = (inner ?? directory).readLink(name);
  return text?.includes('/') ? null : text;
}

/** The scope of a directory by the rules of all directories from the outermost root down to it. */
async function scopeAt(volume: Volume, guard: IgnoreGuard, path: string): Promise<GuardScope> {
  const start = outermostScope(null);
  let scope: GuardScope = { rules: guard.kept.size > 0 ? [start, start] : [start], unusable: null };
  let above: OpenDirectory | null = null;
  let isMissing = false;
  try {
    for (const place of pathDown(volume.roots, path)) {
      const opened: OpenDirectory | null = isMissing ? null : await openPlace(volume, above, place);
      above?.close();
      above = opened;
      // Below what cannot be entered nothing can be, unless it is allowed by itself.
      isMissing =
        opened === null &&
        !volume.roots.some((root) => contains(root, path) && root !== place.path && contains(place.path, root));
      const own = opened === null ? keptRules(guard, place.path) : ownRules(guard, opened, '');
      scope = place.name === null ? scopeWith(scope, own) : scopeBelow(scope, place.name, own);
    }
  } finally {
    above?.close();
  }
  return scope;
}

/** Kinds of volumes that have all they show at hand: others fetch ignore files when a path is opened. */
const DESCENDED: ReadonlySet<string> = new Set(['local', 'cluster', 'memory']);

/** Opens a directory from the one above, since opening by a path looks at all of it, or by its path where it is a link. */
async function openPlace(
  volume: Volume,
  above: OpenDirectory | null,
  { path, name }: { readonly path: string; readonly name: string | null },
): Promise<OpenDirectory | null> {
  if (above !== null && name !== null && DESCENDED.has(volume.traits.kind) && above.hintOf(name) !== null) {
    try {
      return above.openDirectory(name);
    } catch (error) {
      if (!isPathError(error)) throw error;
    }
  }
  const opened = await openOrNull(volume, path, { for: 'content' });
  if (opened?.kind === 'directory') return opened;
  opened?.close();
  return null;
}

async function rulesOf(volume: Volume, guard: IgnoreGuard, path: string): Promise<OwnGuardRules> {
  using opened = await openPlace(volume, null, { path, name: null });
  return opened === null ? keptRules(guard, path) : ownRules(guard, opened, '');
}

/** The rules that are kept for a directory which cannot be opened. */
function keptRules({ kept }: IgnoreGuard, path: string): OwnGuardRules {
  return { path, now: null, kept: kept.get(path) ?? null };
}

/** What is asked for: the path that the caller gave, and the one that it means. */
export interface GuardedPath {
  readonly given: string;
  readonly path: string;
  readonly isDirectory: boolean;
}

/**
 * Returns the scope of a directory, or of the one that a file is in.
 * @throws ToolError `INVALID_ARGUMENT` (problem `ignored`) for what the guard hides, whether or not it is there
 */
export async function assertShown(volume: Volume, guard: IgnoreGuard, asked: GuardedPath): Promise<GuardScope> {
  const { given, path, isDirectory } = asked;
  const isRoot = volume.roots.includes(path as RealPath);
  const above = await scopeAt(volume, guard, isRoot ? path : dirname(path));
  if (!isRoot && hides(above, basename(path), isDirectory)) throw hidden(guard, given, above.unusable);
  if (!isDirectory) return above;
  const scope = isRoot ? above : scopeBelow(above, basename(path), await rulesOf(volume, guard, path));
  if (scope.unusable !== null) throw hidden(guard, given, scope.unusable);
  return scope;
}

export function hidden({ fileName }: IgnoreGuard, path: string, unusable: string | null): ToolError {
  const failure = { code: 'INVALID_ARGUMENT', problem: 'ignored', path, ignoreFile: fileName } as const;
  return new ToolError(
    { ...failure, ...(unusable !== null && { unusable }) },
    `Cannot open "${path}": ${unusable ?? fileName} hides it`,
  );
}
