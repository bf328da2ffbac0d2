import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { orNull } from '../errors/best-effort.ts';
import { decodeName, systemPath } from '../paths/byte-path.ts';
import { fixedPart } from '../paths/deny-syntax.ts';
import { createDenyWays, type DenyWay, type DenyWays } from '../paths/deny-ways.ts';
import { homeDirectory } from '../paths/home-directory.ts';
import { isWithin, outermost } from '../paths/outermost.ts';
import { type Access, contains, type Scope } from '../paths/scope.ts';
import type { DirectoryEntry } from '../volume/open-entry.ts';
import { createPace, paced, type Steps } from '../volume/pace.ts';
import type { DeniedEntries, Volume } from '../volume/volume.ts';
import { gitDirectoriesOf } from './git-directories.ts';
import { isGitDirectory } from './git-directory.ts';
import { createHiddenFiles, type HiddenFiles } from './hidden-files.ts';
import { CLOSED, createJudgedListings, type JudgedEntry, type JudgedListings, namesIn } from './judged-listings.ts';
import { createOtherNames, type OtherNames } from './other-names.ts';

// A whole disk cannot be searched: outside the roots, homes and the places that globs name are, down to this depth.
const OUTSIDE_DEPTH = 3;

/**
 * Makes a function that lists which denied paths exist, in the roots and outside them where private files usually lie.
 * @param hidden keeps what was denied once, for as long as it is given
 */
export function createDeniedEntries(scope: Scope, hidden = createHiddenFiles()): Volume['deniedEntries'] {
  const otherNames = createOtherNames(scope.roots, hidden.linked);
  // Made when first needed: few sessions run commands.
  let search: Search | undefined;
  return async (where) => {
    for (const root of scope.roots) hidden.roots.add(root);
    search ??= searchOf(scope);
    const survey: Survey = { scope, ...search, hidden, otherNames, ...emptyFindings() };
    return await paced(surveySteps(survey, where), createPace());
  };
}

function* surveySteps(survey: Survey, where?: 'trees'): Steps<DeniedEntries> {
  for (const path of survey.hidden.targets) {
    yield;
    hide(survey, path);
  }
  if (where === undefined) yield* hideOutside(survey);
  const { roots } = survey.scope;
  yield* visitAll(
    survey,
    roots.map((root) => ({ directory: root, name: root, depth: Number.POSITIVE_INFINITY })),
  );
  const gitDirectories = gitDirectoriesOf(survey.scope, survey.unwritable);
  const outside = gitDirectories.map(({ path }) => path).filter((path) => !roots.some((root) => contains(root, path)));
  yield* visitAll(
    outsideOf(survey),
    outermost(outside).map((directory) => ({ directory, name: directory, depth: Number.POSITIVE_INFINITY })),
  );
  return { ...(yield* entriesOf(survey, where === undefined ? survey.hidden.roots : roots)), gitDirectories };
}

/** A survey of places outside the trees, in which only what is unreadable counts. */
function outsideOf(survey: Survey): Survey {
  return { ...survey, ...emptyFindings(), unreadable: survey.unreadable };
}

/** Rules that follow from the deny globs, besides which paths they deny, and listings judged by these. */
interface Search {
  readonly ways: Readonly<Record<Access, DenyWays>>;
  readonly look: JudgedListings;
}

function searchOf(scope: Scope): Search {
  const [read, write] = [scope.globs('read'), scope.globs('write')];
  const ways = { read: createDenyWays(read), write: createDenyWays(write) };
  return { ways, look: createJudgedListings(scope, ways) };
}

/** A walk through the trees, and its findings. */
interface Survey extends Search, ReturnType<typeof emptyFindings> {
  readonly scope: Scope;
  readonly hidden: HiddenFiles;
  readonly otherNames: OtherNames;
}

function emptyFindings() {
  return {
    unreadable: new Set<string>(),
    unwritable: new Set<string>(),
    onTheWay: new Set<string>(),
    /** Directories in which nothing can be looked for. */
    closed: new Set<string>(),
    repositories: new Set<string>(),
    /** Links that are denied, or lead to what is. */
    links: new Set<string>(),
    /** Links that were followed, by target and the way that leads through them: some lead in circles. */
    followed: new Set<string>(),
  };
}

/** A directory to walk through, and the name by which it is judged: another one below a link. */
interface Visit {
  readonly directory: string;
  readonly name: string;
  readonly depth: number;
  /** True below an unwritable link, whose target is protected: only what is unreadable there counts. */
  readonly isProtected?: boolean;
}

/** Looks at every entry below directories. Links are followed where a deny glob leads through them. */
function* visitAll(survey: Survey, visits: readonly Visit[]): Steps<void> {
  const pending = [...visits];
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    yield;
    const entries = yield* survey.look(visit.directory, visit.name);
    if (entries === CLOSED) closeDirectory(survey, visit.directory);
    if (isGitDirectory(entries)) survey.repositories.add(visit.directory);
    for (const entry of entries) {
      yield;
      const next = visitEntry(survey, visit, entry);
      if (next !== null) pending.push(next);
    }
  }
}

/** Adds an entry to the findings; returns the directory that must be visited for it. */
function visitEntry(survey: Survey, visit: Visit, entry: JudgedEntry): Visit | null {
  const { directory, name, depth, isProtected = false } = visit;
  const { kind, isUnreadable, isUnwritable, levelsBelow, way } = entry;
  // Most lie at the end of a walk outside, and are denied nothing.
  if (kind === 'directory' && depth <= 1 && !isUnreadable && !isUnwritable && levelsBelow === 0) return null;
  const path = join(directory, entry.name);
  const named = directory === name ? path : join(name, entry.name);
  if (isUnreadable) {
    hide(survey, path, named);
    return null;
  }
  if (isUnwritable && !isProtected) protect(survey, path, kind);
  if (way !== null) return followLink(survey, { link: path, name: named, way, isProtected: isUnwritable });
  if (kind !== 'directory') return null;
  if (levelsBelow > 0) survey.onTheWay.add(path);
  const rest = Math.max(depth - 1, Math.min(levelsBelow, OUTSIDE_DEPTH));
  return rest > 0 ? { directory: path, name: named, depth: rest, isProtected } : null;
}

/** Adds a directory of this user that lets nobody in: a program of the user could open it again. */
function closeDirectory({ scope, closed }: Survey, directory: string): void {
  const owner = orNull(() => statSync(systemPath(directory)))?.uid;
  if (owner === process.getuid?.() && scope.roots.some((root) => contains(root, directory))) closed.add(directory);
}

interface FollowedLink {
  readonly link: string;
  readonly name: string;
  readonly way: DenyWay;
  readonly isProtected: boolean;
}

/** Returns where a link leads, as a directory to visit; null if it was followed before. */
function followLink(survey: Survey, { link, name, way, isProtected }: FollowedLink): Visit | null {
  const directory = realPathOf(link);
  const key = `${directory}\0${isProtected}\0${way.name}`;
  if (directory === null || survey.followed.has(key)) return null;
  survey.followed.add(key);
  survey.links.add(link);
  if (survey.ways.write.levelsBelow(name) > 0) survey.onTheWay.add(directory);
  const isInside = survey.scope.roots.some((root) => contains(root, directory));
  const depth = isInside ? way.depth : Math.min(way.depth, OUTSIDE_DEPTH);
  return { directory, name, depth, isProtected };
}

/** Adds the real path of what is denied: the target of a denied link must be hidden, too. */
function hide({ unreadable, hidden, links }: Survey, path: string, name = path): void {
  // A link to nowhere, or something that is gone by now: there is nothing to hide.
  const real = realPathOf(path);
  if (real === null) return;
  unreadable.add(real);
  if (real !== name) hidden.targets.add(real);
  if (real !== path) links.add(path);
}

/** Adds what may not be written: of a link, its target, since what is mounted on a link is mounted there. */
function protect({ scope, unwritable, repositories, links }: Survey, path: string, kind: DirectoryEntry['kind']): void {
  if (kind !== 'link') {
    unwritable.add(path);
    return;
  }
  repositories.add(path);
  links.add(path);
  const target = realPathOf(path);
  if (target !== null && isBelowSome(scope.roots, target)) unwritable.add(target);
}

function realPathOf(path: string): string | null {
  return orNull(() => decodeName(realpathSync.native(systemPath(path), 'buffer')));
}

/** Looks around homes and the places that globs name, and in trees that the session had before. */
function* hideOutside(survey: Survey): Steps<void> {
  const { scope, hidden } = survey;
  const bases = scope
    .globs('read')
    .filter((glob) => glob.startsWith('/'))
    .map(fixedPart);
  const homes = ['/root', homeDirectory() ?? '', ...namesIn('/home').map(({ name }) => join('/home', name))];
  const outside = outsideOf(survey);
  for (const start of new Set([...hidden.roots, ...bases, ...homes])) {
    if (start === '/' || start === '' || scope.roots.some((root) => contains(root, start))) continue;
    const depth = hidden.roots.has(start) ? Number.POSITIVE_INFINITY : OUTSIDE_DEPTH;
    if (scope.deniesName(start, 'read')) hide(survey, start);
    else yield* visitAll(outside, [{ directory: start, name: start, depth }]);
  }
}

/** @param trees in which other names of denied files are looked for */
function* entriesOf(survey: Survey, trees: Iterable<string>): Steps<Omit<DeniedEntries, 'gitDirectories'>> {
  const { scope, unreadable, unwritable, onTheWay, closed, links, repositories, otherNames } = survey;
  const [directories, files]: [string[], string[]] = [[], []];
  for (const path of unreadable) {
    yield;
    const stat = orNull(() => statSync(systemPath(path), { bigint: true }));
    if (stat === null) continue;
    (stat.isDirectory() ? directories : files).push(path);
    otherNames.add(stat);
  }
  yield* otherNames.addBelow(outermost(directories));
  const unreadableDirectories = outermost([...directories, ...closed]);
  const hiddenDirectories = new Set(unreadableDirectories);
  const isSeen = (path: string) => !isWithin(hiddenDirectories, path);
  const others = yield* otherNames.find(trees, hiddenDirectories);
  const unreadableFiles = [...new Set([...files.filter(isSeen), ...others])];
  const seenUnwritable = outermost(unwritable).filter(isSeen);
  // Also above what is denied wherever it lies: a command that goes on could move it past the walk for the next one.
  const kept = [...unreadableFiles, ...unreadableDirectories, ...seenUnwritable, ...links, ...scope.roots];
  const fixed = new Set([...onTheWay, ...kept.flatMap((path) => directoriesAbove(path, scope.roots))]);
  return {
    unwritable: seenUnwritable,
    unreadableFiles,
    unreadableDirectories,
    fixedDirectories: [...fixed].filter((path) => isSeen(path) && isBelowSome(scope.roots, path)).sort(),
    repositories: [...repositories].filter(isSeen),
  };
}

/** The directories between a path and the outermost root that holds it. */
function directoriesAbove(path: string, roots: readonly string[]): string[] {
  const above: string[] = [];
  for (let at = dirname(path); isBelowSome(roots, at); at = dirname(at)) above.push(at);
  return above;
}

function isBelowSome(roots: readonly string[], path: string): boolean {
  return !roots.includes(path) && roots.some((root) => contains(root, path));
}
