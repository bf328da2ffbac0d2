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

/** What a program changed in the layer that took its changes, as changes of the overlay. */
export interface Found {
  readonly changes: EntryChanges;
  /** Contents that were written for them. */
  readonly written: readonly string[];
  readonly notTaken: readonly NotTaken[];
}

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
export class ProgramChanges {
  readonly #merged: Changeable;
  readonly #before: Before;
  readonly #changes = new Map<RealPath, EntryChanges[number]>();
  readonly #written: string[] = [];
  readonly #notTaken: NotTaken[] = [];
  /** Directories of the overlay that the layer has, too, but for the tree itself, which no program can remove. */
  readonly #shared: Changed[] = [];

  constructor(merged: Changeable, before: Before) {
    this.#merged = merged;
    this.#before = before;
  }

  async collect({ root, upper }: LayeredTree): Promise<void> {
    await this.#takeDirectory(root, upper);
    this.#shared.splice(
      this.#shared.findIndex(({ path }) => path === root),
      1,
    );
  }

  /** Directories of which the layer does not tell whether the program emptied them before it put something in. */
  get shared(): readonly RealPath[] {
    return this.#shared.map(({ path }) => path);
  }

  /** @param left what the program left in the shared directories */
  async removeAllBut(left: ReadonlySet<string>): Promise<void> {
    for (const { path, seen } of this.#shared)
      for (const name of seen?.keys() ?? []) {
        const each = pathBelow(path, name);
        if (left.has(each) || this.#changes.has(each)) continue;
        if (name.isWellFormed()) await this.#remove(each);
        else this.#leave(each, 'name');
      }
  }

  found(): Found {
    return { changes: [...this.#changes.values()], written: this.#written, notTaken: this.#notTaken };
  }

  async #takeDirectory(path: RealPath, place: string): Promise<void> {
    using directory = await openDirectoryAt(this.#merged, path, { for: 'names' });
    const seen = new Map(directory.entries().map(({ name, kind }) => [name, kind]));
    const changed = { path, place, seen };
    this.#shared.push(changed);
    await this.#takeEntries(changed);
  }

  async #takeEntries({ path, place, seen }: Changed): Promise<void> {
    makeReadable(place, 0o700);
    for (const { name } of entriesAt(place, () => true)) {
      const each = pathBelow(path, name);
      const taken = { path: each, place: join(place, name), kind: seen?.get(name) ?? null };
      if (!name.isWellFormed()) this.#leave(each, 'name');
      else if (!this.#merged.isAllowed(each, 'write')) this.#leave(each, 'denied');
      else if (this.#hasChanged(each)) this.#leave(each, 'changed');
      else await this.#take({ ...taken, found: lstatSync(systemPath(taken.place)) });
    }
  }

  async #take(taken: Taken): Promise<void> {
    const { path, place, kind, found } = taken;
    if (isWhiteout(found)) return kind === null ? undefined : await this.#remove(path);
    if (found.isFile()) return await this.#takeFile(taken);
    if (!found.isDirectory()) return this.#leave(path, 'kind');
    if (kind === 'directory') return await this.#takeDirectory(path, place);
    this.#put(path, { kind: 'directory', below: await this.#belowAt(path, kind) });
    await this.#takeEntries({ path, place, seen: null });
  }

  async #takeFile({ path, place, kind, found }: Taken): Promise<void> {
    const { store } = this.#merged;
    makeReadable(place, found.mode | 0o400);
    using current = await store.openScratch(place);
    const mode = found.mode & 0o7777;
    const seen = kind === 'file' ? await this.#seenAt(path) : null;
    if (seen?.version === (await versionOf(current))) return seen.mode === mode ? undefined : this.#leave(path, 'mode');
    if (kind === 'directory') await this.#remove(path);
    const below = await this.#belowAt(path, kind);
    const pieces = [{ from: 0, to: current.size }];
    const { content, version, bytes: size } = await store.contents.write({ pieces, current });
    this.#written.push(content);
    this.#put(path, { kind: 'file', below, content, version, size, mtimeMs: found.mtimeMs, mode });
  }

  async #seenAt(path: RealPath) {
    using file = await openFileAt(this.#merged, await findPlace(this.#merged, path, AS_ENTRY));
    return file && { version: await versionOf(file), mode: file.mode & 0o7777 };
  }

  async #belowAt(path: RealPath, kind: Kind | null): Promise<Below> {
    const entry = this.#merged.store.entries.get(path);
    if (entry !== undefined) return entry.below;
    if (kind === null) return null;
    const place = await findPlace(this.#merged, path, AS_ENTRY);
    using current = kind === 'file' ? await openFileAt(this.#merged, place) : null;
    return await belowAt(place, current);
  }

  /** Whether a tool, or somebody else, changed it while the program ran. */
  #hasChanged(path: RealPath): boolean {
    const { entries } = this.#merged.store;
    const entry = entries.get(path);
    if (entry !== this.#before.entries.get(path)) return true;
    if (entry !== undefined || entries.isHidden(path)) return false;
    const below = orNull(() => lstatSync(systemPath(path)));
    return below !== null && !below.isDirectory() && below.mtimeMs >= this.#before.startedMs;
  }

  async #remove(path: RealPath): Promise<void> {
    try {
      const { changes } = await computeRemoval(this.#merged, { path, recursive: true });
      const changed = changes.find(([each]) => this.#hasChanged(each));
      if (changed !== undefined) return this.#leave(changed[0], 'changed');
      for (const change of changes) this.#changes.set(change[0], change);
    } catch (error) {
      if (!(error instanceof ToolError && error.code === 'ACCESS_DENIED')) throw error;
      this.#leave(path, 'denied');
    }
  }

  #put(path: RealPath, entry: Entry): void {
    this.#changes.set(path, [path, entry]);
  }

  #leave(path: RealPath, reason: NotTaken['reason']): void {
    this.#notTaken.push({ path, reason });
  }
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
