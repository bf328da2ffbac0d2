import { basename, dirname, join } from 'node:path';
import {
  contains,
  createPace,
  isPathError,
  type OpenDirectory,
  openOrNull,
  type RealPath,
  ToolError,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import type { IgnoreRules, State } from '@dragoman/patterns';
import { ignoreRulesFrom } from './glob-filter.ts';
import { MAX_COST, MAX_IGNORE_FILE_BYTES, pathDown } from './ignore-files.ts';

/**
 * A rule of a session that hides whatever ignore files of one name exclude, in git's syntax, in every directory. Each hides
 * on its own: none takes back what another one hides, so that a new one opens nothing.
 */
export interface IgnoreGuard {
  /** Name of the ignore files, such as `.geminiignore`. */
  readonly fileName: string;
  /** True if patterns with `!` in them show in lists and searches what git ignores. */
  readonly outranksGit?: boolean;
  /** The ignore files that were read, by the paths of their directories. */
  readonly known: Map<string, KnownFile>;
}

/** The ignore file of a directory, as it was last read. */
interface KnownFile {
  /** Name of the file that holds the patterns: its own, or of the one that it leads to. */
  source: string;
  /** Null if there is none, or if it cannot be obeyed. */
  now: Patterns | null;
  /** Patterns that it had at first, and before a tool changed it: they hold until the session ends. */
  readonly kept: Set<Patterns>;
}

interface Patterns {
  readonly content: Buffer;
  readonly rules: IgnoreRules;
}

/** The rules that hold in one directory. */
export interface GuardScope {
  readonly layers: readonly Layer[];
  /** The directory is hidden with all that it holds. */
  readonly isHidden: boolean;
  /** Path of an ignore file that cannot be obeyed, for which all beside and below it is hidden. */
  readonly unusable: string | null;
}

/** The rules of an ignore file, and the state that a directory has in them. */
interface Layer {
  readonly rules: IgnoreRules;
  readonly state: State;
}

const NOTHING_HIDDEN: GuardScope = { layers: [], isHidden: false, unusable: null };

// Parsed, they take ten to thirty times as much. Further ones are not obeyed, so all that they could be about is hidden.
const MAX_BYTES_IN_ALL = 4 * 1024 * 1024;

export function hides({ layers, isHidden }: GuardScope, name: string, isDirectory: boolean): boolean {
  return isHidden || layers.some(({ rules, state }) => rules.judge(state, name, isDirectory) === 'excluded');
}

/** The scope of a directory in the one that a scope is of, with the rules that it has itself. */
export function scopeBelow(scope: GuardScope, name: string, own: OwnGuardRules): GuardScope {
  if (hides(scope, name, true)) return { ...scope, layers: [], isHidden: true };
  const layers = scope.layers.map(({ rules, state }) => ({ rules, state: rules.enter(state, name) }));
  return scopeWith({ ...scope, layers }, own);
}

function scopeWith(scope: GuardScope, { path, rules }: OwnGuardRules): GuardScope {
  if (rules === 'unusable') return { layers: [], isHidden: true, unusable: path };
  return { ...scope, layers: [...rules.map((each) => ({ rules: each, state: each.start })), ...scope.layers] };
}

/** The rules of a directory's own ignore file, as it is and as it was. */
interface OwnGuardRules {
  readonly path: string;
  readonly rules: readonly IgnoreRules[] | 'unusable';
}

/** Reads the ignore file of the directory at a path below an open one; empty for that itself. */
export function ownRules(guard: IgnoreGuard, directory: OpenDirectory, below: string): OwnGuardRules {
  const path = join(directory.realPath, below);
  const own = readFile(directory, { below, name: guard.fileName });
  if (own === 'unusable') return { path: join(path, guard.fileName), rules: own };
  const known = guard.known.get(path);
  if (own === null) {
    if (known !== undefined) known.now = null;
    return keptRules(guard, path);
  }
  const same = [known?.now, ...(known?.kept ?? [])].find((each) => each?.content.equals(own.content));
  // Gives its room to the new content.
  if (known !== undefined) known.now = null;
  const now = same ?? patternsWithin(roomIn(guard), own.content);
  if (now === null) return { path: join(path, guard.fileName), rules: 'unusable' };
  if (known === undefined) guard.known.set(path, { source: own.source, now, kept: new Set([now]) });
  else Object.assign(known, { source: own.source, now });
  return keptRules(guard, path);
}

/** Room for further patterns. */
interface Room {
  readonly bytes: number;
  /** See `IgnoreRules`. */
  readonly cost: number;
}

function roomIn({ known }: IgnoreGuard): Room {
  let [bytes, cost] = [MAX_BYTES_IN_ALL, MAX_COST];
  for (const { now, kept } of known.values()) {
    for (const { content, rules } of now === null ? kept : new Set([now, ...kept])) {
      bytes -= content.length;
      cost -= rules.cost;
    }
  }
  return { bytes, cost };
}

/** Null if they take more. */
function patternsWithin({ bytes, cost }: Room, content: Buffer): Patterns | null {
  if (content.length > bytes) return null;
  const rules = ignoreRulesFrom(content);
  return rules.cost > cost ? null : { content, rules };
}

/** Keeps what an ignore file says before a tool changes it. @param realPath of any file that is to be changed */
export function keepRules({ fileName, known }: IgnoreGuard, realPath: string): void {
  const file = known.get(dirname(realPath));
  if (file?.now && [fileName, file.source].includes(basename(realPath))) file.kept.add(file.now);
}

/** Keeps what the ignore files of a directory, and of those below, say before a tool moves or removes it. */
export function keepRulesBelow({ known }: IgnoreGuard, realPath: string): void {
  for (const [path, file] of known) if (file.now !== null && contains(realPath, path)) file.kept.add(file.now);
}

/** A file in a directory below an open one; empty for that itself. */
interface FileBelow {
  readonly below: string;
  readonly name: string;
}

function readFile(
  directory: OpenDirectory,
  { below, name }: FileBelow,
): (Pick<Patterns, 'content'> & Pick<KnownFile, 'source'>) | null | 'unusable' {
  const folder = below === '' ? '' : `${below}/`;
  // Most directories have none, which this tells without opening anything.
  if (directory.hintOf(folder + name) === null) return null;
  try {
    const source = linkedBeside(directory, { below, name }) ?? name;
    const content = directory.readAtOnce(folder + source, MAX_IGNORE_FILE_BYTES);
    return content === null ? 'unusable' : { content, source };
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

type ScopeRequest = Pick<GuardedPath, 'path' | 'signal'>;

/** The scope of a directory by the rules of all directories from the outermost root down to it. */
async function scopeAt(volume: Volume, guard: IgnoreGuard, { path, signal }: ScopeRequest): Promise<GuardScope> {
  const pace = createPace(signal);
  let scope = NOTHING_HIDDEN;
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
      await pace();
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

/** The rules that are known for a directory. */
function keptRules({ known }: IgnoreGuard, path: string): OwnGuardRules {
  const { now = null, kept = [] } = known.get(path) ?? {};
  const all = new Set(now === null ? kept : [now, ...kept]);
  return { path, rules: Array.from(all, ({ rules }) => rules) };
}

/** A path in two forms: as the caller gave it, and as it was resolved. */
export interface GuardedPath {
  readonly given: string;
  readonly path: string;
  readonly isDirectory: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the scope of a directory, or of the one that a file is in.
 * @throws ToolError `INVALID_ARGUMENT` (problem `ignored`) for what the guard hides, whether or not it is there;
 * `CANCELLED`
 */
export async function assertShown(volume: Volume, guard: IgnoreGuard, asked: GuardedPath): Promise<GuardScope> {
  const { given, path, isDirectory, signal } = asked;
  const isRoot = volume.roots.includes(path as RealPath);
  const above = await scopeAt(volume, guard, { path: isRoot ? path : dirname(path), signal });
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
