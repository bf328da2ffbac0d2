import { chmodSync, lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { entriesAt } from '../descriptors/directory-entries.ts';
import { versionOf } from '../descriptors/version.ts';
import { attempt, orNull } from '../errors/best-effort.ts';
import type { NotTaken } from '../errors/failure-parts.ts';
import { ToolError } from '../errors/tool-error.ts';
import { systemPath } from '../paths/byte-path.ts';
import type { DirectoryEntry, RealPath } from '../volume/open-entry.ts';
import type { LayeredTree } from '../volume/program-view.ts';
import { computeRemoval } from './compute-removal.ts';
import { belowAt } from './compute-write.ts';
import type { Changeable } from './computed.ts';
import type { EntryChanges } from './entries.ts';
import type { Below, Entry } from './entry.ts';
import { findPlace } from './find-place.ts';
import { openDirectoryAt, openFileAt } from './open-place.ts';
import { pathBelow } from './tree-path.ts';

/** What was so when the program started. */
export interface Before {
  readonly entries: ReadonlyMap<RealPath, Entry>;
  /** Milliseconds since the epoch. */
  readonly startedMs: number;
}

type Kind = DirectoryEntry['kind'];

/** A directory that the program changed something in. */
interface Changed {
  readonly path: RealPath;
  /** Where the layer has it. */
  readonly place: string;
  /** What the overlay has in it; null where the overlay has no such directory. */
  readonly seen: ReadonlyMap<string, Kind> | null;
}

/** Collects what a program changed, while nobody else changes the overlay. */
export interface Collected {
  readonly merged: Changeable;
  readonly before: Before;
  readonly changes: Map<RealPath, EntryChanges[number]>;
  /** Contents that were written for the changes. */
  readonly written: string[];
  readonly notTaken: NotTaken[];
  /** Directories of the overlay that the layer has, too, but for the tree itself, which no program can remove. */
  readonly shared: Changed[];
}

export function beginCollecting(merged: Changeable, before: Before): Collected {
  return { merged, before, changes: new Map(), written: [], notTaken: [], shared: [] };
}

/** Takes in what the program changed in a tree. */
export async function collectFrom(collected: Collected, { root, upper }: LayeredTree): Promise<void> {
  await takeDirectory(collected, root, upper);
  collected.shared.splice(
    collected.shared.findIndex(({ path }) => path === root),
    1,
  );
}

/** @param left what the program left in the shared directories */
export async function removeAllBut(collected: Collected, left: ReadonlySet<string>): Promise<void> {
  for (const { path, seen } of collected.shared)
    for (const name of seen?.keys() ?? []) {
      const each = pathBelow(path, name);
      if (left.has(each) || collected.changes.has(each)) continue;
      if (name.isWellFormed()) await remove(collected, each);
      else leave(collected, each, 'name');
    }
}

async function takeDirectory(collected: Collected, path: RealPath, place: string): Promise<void> {
  using directory = await openDirectoryAt(collected.merged, path, { for: 'names' });
  const seen = new Map(directory.entries().map(({ name, kind }) => [name, kind]));
  const changed = { path, place, seen };
  collected.shared.push(changed);
  await takeEntries(collected, changed);
}

async function takeEntries(collected: Collected, { path, place, seen }: Changed): Promise<void> {
  makeReadable(place, 0o700);
  for (const { name } of entriesAt(place, () => true)) {
    const each = pathBelow(path, name);
    const taken = { path: each, place: join(place, name), kind: seen?.get(name) ?? null };
    if (!name.isWellFormed()) leave(collected, each, 'name');
    else if (!collected.merged.isAllowed(each, 'write')) leave(collected, each, 'denied');
    else if (hasChanged(collected, each)) leave(collected, each, 'changed');
    else await take(collected, { ...taken, found: lstatSync(systemPath(taken.place)) });
  }
}

async function take(collected: Collected, taken: Taken): Promise<void> {
  const { path, place, kind, found } = taken;
  if (isWhiteout(found)) return kind === null ? undefined : await remove(collected, path);
  if (found.isFile()) return await takeFile(collected, taken);
  if (!found.isDirectory()) return leave(collected, path, 'kind');
  if (kind === 'directory') return await takeDirectory(collected, path, place);
  put(collected, path, { kind: 'directory', below: await belowOf(collected, path, kind), mtimeMs: found.mtimeMs });
  await takeEntries(collected, { path, place, seen: null });
}

async function takeFile(collected: Collected, { path, place, kind, found }: Taken): Promise<void> {
  const { store } = collected.merged;
  makeReadable(place, found.mode | 0o400);
  using current = await store.openScratch(place);
  const mode = found.mode & 0o7777;
  const seen = kind === 'file' ? await seenAt(collected, path) : null;
  if (seen?.version === (await versionOf(current)))
    return seen.mode === mode ? undefined : leave(collected, path, 'mode');
  if (kind === 'directory') await remove(collected, path);
  const below = await belowOf(collected, path, kind);
  const pieces = [{ from: 0, to: current.size }];
  const { content, version, bytes: size } = await store.contents.write({ pieces, current });
  collected.written.push(content);
  put(collected, path, { kind: 'file', below, content, version, size, mtimeMs: found.mtimeMs, mode });
}

async function seenAt(collected: Collected, path: RealPath) {
  using file = await openFileAt(collected.merged, await findPlace(collected.merged, path, AS_ENTRY));
  return file && { version: await versionOf(file), mode: file.mode & 0o7777 };
}

async function belowOf(collected: Collected, path: RealPath, kind: Kind | null): Promise<Below> {
  const entry = collected.merged.store.entries.get(path);
  if (entry !== undefined) return entry.below;
  if (kind === null) return null;
  const place = await findPlace(collected.merged, path, AS_ENTRY);
  using current = kind === 'file' ? await openFileAt(collected.merged, place) : null;
  return await belowAt(place, current);
}

/** Whether a tool, or somebody else, changed it while the program ran. */
function hasChanged(collected: Collected, path: RealPath): boolean {
  const { entries } = collected.merged.store;
  const entry = entries.get(path);
  if (entry !== collected.before.entries.get(path)) return true;
  if (entry !== undefined || entries.isHidden(path)) return false;
  const below = orNull(() => lstatSync(systemPath(path)));
  return below !== null && !below.isDirectory() && below.mtimeMs >= collected.before.startedMs;
}

async function remove(collected: Collected, path: RealPath): Promise<void> {
  try {
    const { changes } = await computeRemoval(collected.merged, { path, recursive: true });
    const changed = changes.find(([each]) => hasChanged(collected, each));
    if (changed !== undefined) return leave(collected, changed[0], 'changed');
    for (const change of changes) collected.changes.set(change[0], change);
  } catch (error) {
    if (!(error instanceof ToolError && error.code === 'ACCESS_DENIED')) throw error;
    leave(collected, path, 'denied');
  }
}

function put(collected: Collected, path: RealPath, entry: Entry): void {
  collected.changes.set(path, [path, entry]);
}

function leave(collected: Collected, path: RealPath, reason: NotTaken['reason']): void {
  collected.notTaken.push({ path, reason });
}

/** Something in the layer that took a program's changes. */
interface Taken {
  readonly path: RealPath;
  readonly place: string;
  /** What the overlay has there; null for nothing. */
  readonly kind: Kind | null;
  /** What the layer has. */
  readonly found: Stats;
}

const AS_ENTRY = { access: 'write', follows: false } as const;

/** What a program left in the layer is ours, whatever mode it has. */
function makeReadable(place: string, mode: number): void {
  attempt(() => chmodSync(systemPath(place), mode & 0o7777));
}

function isWhiteout(found: Stats): boolean {
  return found.isCharacterDevice() && found.rdev === 0;
}
