import { basename } from 'node:path';
import {
  type DirectoryEntry,
  type EntryStat,
  type LocalTree,
  type OpenDirectory,
  type OpenFile,
  type OwnStat,
  type RealPath,
  ToolError,
} from '@dragoman/fs-core/internal/kernel';
import { leadsDown } from '@dragoman/fs-core/internal/volume-kit';
import { ancestorsOf } from './entries.ts';
import type { Entry } from './entry.ts';
import { failed } from './find-place.ts';
import { accessDenied, type MergedVolume } from './merged.ts';
import { openAbove } from './overlay-file.ts';
import { searchTree } from './search-tree.ts';
import { pathBelow } from './tree-path.ts';

/** A directory of an overlay, over that of the volume below. */
export class OverlayDirectory implements OpenDirectory {
  readonly kind = 'directory';
  readonly realPath: RealPath;
  readonly identity: OpenDirectory['identity'];
  readonly #merged: MergedVolume;
  /** Null if the overlay hides what the volume below has here, or if that has nothing. */
  readonly #below: OpenDirectory | null;

  constructor(merged: MergedVolume, realPath: RealPath, below: OpenDirectory | null) {
    this.realPath = realPath;
    this.identity = below?.identity ?? identityOfNew(realPath);
    this.#merged = merged;
    this.#below = below;
  }

  entries(): readonly DirectoryEntry[] {
    return this.#with(this.realPath, this.#below?.entries() ?? []);
  }

  knownEntries(relativePath: string): readonly DirectoryEntry[] | null {
    const path = pathBelow(this.realPath, relativePath);
    const known = this.#isSeenBelow(path) ? this.#below?.knownEntries(relativePath) : null;
    return known ? this.#with(path, known) : null;
  }

  ownStat(): OwnStat {
    return this.#below?.ownStat() ?? ownStatOf(this.#merged.store.entries.get(this.realPath));
  }

  readLink(name: string): string | null {
    return this.#isSeenBelow(pathBelow(this.realPath, name)) ? (this.#below?.readLink(name) ?? null) : null;
  }

  openDirectory(relativePath: string): OpenDirectory {
    const path = this.#judged(relativePath);
    const entry = this.#entryAt(path);
    if (entry === undefined) {
      const below = this.#requireBelow(path).openDirectory(relativePath);
      return new OverlayDirectory(this.#merged, path, below);
    }
    if (entry.kind === 'directory') return new OverlayDirectory(this.#merged, path, null);
    throw failed(entry.kind === 'gone' ? 'ENOENT' : 'ENOTDIR', path);
  }

  openFile(relativePath: string): OpenFile {
    const path = this.#judged(relativePath);
    const entry = this.#entryAt(path);
    if (entry === undefined) return this.#requireBelow(path).openFile(relativePath);
    if (entry.kind === 'file') return openAbove(this.#merged.store.contents, entry, path);
    if (entry.kind === 'gone') throw failed('ENOENT', path);
    throw new ToolError({ code: 'UNSUPPORTED_FILE', path, kind: 'directory' }, `Cannot open "${path}": directory`);
  }

  readAtOnce(relativePath: string, maxBytes: number): Buffer | null {
    const path = this.#judged(relativePath);
    const entry = this.#entryAt(path);
    if (entry === undefined) return this.#requireBelow(path).readAtOnce(relativePath, maxBytes);
    if (entry.kind === 'file') return this.#merged.store.contents.readAtOnce(entry.content, maxBytes);
    // Throws the error that says why there is no file.
    return this.openFile(relativePath) && null;
  }

  stat(name: string): EntryStat | null {
    const path = pathBelow(this.realPath, name);
    if (!leadsDown(name) || name.includes('/') || !this.permits(name)) return null;
    const entry = this.#entryAt(path);
    return entry === undefined ? (this.#below?.stat(name) ?? null) : statOf(entry);
  }

  permits(relativePath: string, access: 'read' | 'write' = 'read'): boolean {
    return this.#merged.isAllowed(pathBelow(this.realPath, relativePath), access);
  }

  hintOf(relativePath: string): EntryStat | { readonly mtimeMs: number; readonly size: number } | null {
    const entry = this.#entryAt(pathBelow(this.realPath, relativePath));
    return entry === undefined ? (this.#below?.hintOf(relativePath) ?? null) : statOf(entry);
  }

  ctimeHint(relativePath: string): number {
    const path = relativePath === '' ? this.realPath : pathBelow(this.realPath, relativePath);
    const { entries } = this.#merged.store;
    const [changed] = entries.within(path);
    const isAsBelow = changed === undefined && this.#isSeenBelow(path);
    return (isAsBelow ? this.#below?.ctimeHint(relativePath) : undefined) ?? Number.POSITIVE_INFINITY;
  }

  async localTree(signal?: AbortSignal): Promise<LocalTree> {
    const below = (await this.#below?.localTree(signal)) ?? null;
    return searchTree(this.#merged.store, this.realPath, below);
  }

  close(): void {
    this.#below?.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** The entries of the directory at `path`. @param below those that the volume below lists */
  #with(path: RealPath, below: readonly DirectoryEntry[]): DirectoryEntry[] {
    const { store, isAllowed } = this.#merged;
    const changed = [...store.entries.within(path)].filter(([each]) => isAllowed(each, 'read'));
    const names = new Set(changed.map(([each]) => basename(each)));
    const made = changed.flatMap(([each, { kind }]) => (kind === 'gone' ? [] : [{ name: basename(each), kind }]));
    return [...below.filter(({ name }) => !names.has(name) && isAllowed(pathBelow(path, name), 'read')), ...made];
  }

  #isSeenBelow(path: RealPath): boolean {
    const { entries } = this.#merged.store;
    return this.#below !== null && entries.get(path) === undefined && !entries.isHidden(path);
  }

  /** The overlay's entry at a path; `gone` also if something above hides the volume below. */
  #entryAt(path: RealPath): Entry | typeof NOTHING | undefined {
    const { entries } = this.#merged.store;
    const entry = entries.get(path);
    if (entry !== undefined) return entry;
    return this.#below === null || entries.isHidden(path) ? NOTHING : undefined;
  }

  #requireBelow(path: RealPath): OpenDirectory {
    if (this.#below === null) throw failed('ENOENT', path);
    return this.#below;
  }

  #judged(relativePath: string): RealPath {
    const path = pathBelow(this.realPath, relativePath);
    if (!leadsDown(relativePath) || !this.#merged.isAllowed(path, 'read')) throw accessDenied(this.#merged, path);
    this.#assertNoFileAbove(path);
    return path;
  }

  #assertNoFileAbove(path: RealPath): void {
    for (const above of ancestorsOf(path))
      if (this.#merged.store.entries.get(above)?.kind === 'file') throw failed('ENOTDIR', path);
  }
}

const NOTHING = { kind: 'gone' } as const;

/** Stat of a directory that the overlay has made. */
function ownStatOf(entry: Entry | undefined): OwnStat {
  const mtimeMs = entry?.kind === 'directory' ? entry.mtimeMs : 0;
  return { size: 0, mode: 0o755, createdMs: mtimeMs, modifiedMs: mtimeMs, accessedMs: mtimeMs };
}

/** The identity of a directory that the overlay has made. It says nothing of what the directory holds. */
function identityOfNew(realPath: RealPath): OpenDirectory['identity'] {
  const stateKey = `overlay ${realPath}`;
  return {
    fileKey: stateKey,
    stateKey,
    size: 0,
    isSameState: (other) => other.stateKey === stateKey,
    isSafeToCache: () => false,
  };
}

function statOf(entry: Entry | typeof NOTHING): EntryStat | null {
  if (entry.kind === 'gone') return null;
  return { kind: entry.kind, size: entry.kind === 'file' ? entry.size : 0, mtimeMs: entry.mtimeMs };
}
