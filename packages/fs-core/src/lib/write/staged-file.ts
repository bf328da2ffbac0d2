import { type BigIntStats, closeSync, constants, fstatSync, openSync, renameSync, unlinkSync } from 'node:fs';
import type { LocalFile } from '../descriptors/local-file.ts';
import type { Pin, Platform } from '../descriptors/platform.ts';
import type { Target } from '../descriptors/resolve-target.ts';
import { attempt, closeQuietly, removeQuietly } from '../errors/best-effort.ts';
import { systemPath } from '../paths/byte-path.ts';
import { identityOf, type StatIdentity } from '../state/file-identity.ts';
import { probeTimestamps } from '../state/timestamp-granularity.ts';
import { fileFactsOf } from '../text/encoding/file-facts-cache.ts';
import type { FileIdentity, Piece } from '../volume/volume.ts';
import { copyOwnerAndMode, initialMode } from './attributes.ts';
import { ParentDirectories } from './parent-directories.ts';
import { newTempFileName, removeStaleTempFiles } from './stale-temp-files.ts';
import { syncToDisk } from './sync.ts';
import { type Written, writePieces } from './write-pieces.ts';
import { type CarryAttributes, carriedTo } from './xattrs.ts';

/** How content is written. */
export interface WriteSettings {
  /** Whether data and directory are on the disk before the call ends. */
  readonly durable: boolean;
  readonly carryAttributes: CarryAttributes | undefined;
}

/** What a staged file holds, and whose attributes it gets. */
export interface StagedContent extends WriteSettings {
  readonly pieces: readonly Piece[];
  /** The file whose ranges and attributes the new one takes over. */
  readonly current: LocalFile | null;
  readonly signal: AbortSignal | undefined;
}

/** Where a staged file lies, under which name, and what it replaces. */
export interface Staging {
  readonly target: Target;
  /** The file whose owner and mode the new one gets; null for one that replaces nothing. */
  readonly old: BigIntStats | null;
  /** Default: a new one. */
  readonly temporary?: string;
}

const CREATE = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | (constants.O_NOFOLLOW ?? 0);

/** New content beside its target, under a temporary name; it goes again, with the directories made for it, unless kept. */
export class StagedFile implements Disposable {
  readonly temporary: string;
  readonly written: Written;
  /** What of the old file could not be carried over. */
  readonly notKept: readonly string[];
  readonly #file: Made;
  readonly #isPlain: boolean;
  #isPlaced = false;

  private constructor(file: Made, { written, notKept, isPlain }: Filled) {
    this.temporary = file.temporary;
    this.written = written;
    this.notKept = notKept;
    this.#file = file;
    this.#isPlain = isPlain;
  }

  /** Makes the file and the directories that it needs, writes its content and syncs it. */
  static async make(platform: Platform, staging: Staging, content: StagedContent): Promise<StagedFile> {
    const made = makeFile(platform, staging, content.durable);
    try {
      return new StagedFile(made, await fill(made, content));
    } catch (error) {
      discard(made, false);
      throw error;
    }
  }

  /** In which it lies. */
  get directory(): Pin {
    return this.#file.directories.directory;
  }

  /** Directories whose entries must reach the disk with it. */
  get changedDirectories(): readonly Pin[] {
    return [this.directory, ...this.#file.directories.grown];
  }

  get stat(): BigIntStats {
    return fstatSync(this.#file.fd, { bigint: true });
  }

  /** Renames it to its target's name. Returns its state; null if the system has lost the file. */
  place(): FileIdentity | null {
    const { platform, staging } = this.#file;
    const { name } = staging.target;
    platform.within(this.directory, (at) => renameSync(at(this.temporary), systemPath(at(name))));
    this.keep();
    return this.placed();
  }

  /** To be called as soon as it has its name. Returns its state; null if the system has lost the file. */
  placed(): FileIdentity | null {
    // Taken at once, so that it differs from the state after anybody's later change.
    const identity = identityNow(this.#file.fd);
    if (identity?.isSafeToCache()) {
      const { version } = this.written;
      Object.assign(fileFactsOf(identity), { version, isPlain: this.#isPlain });
    }
    return identity;
  }

  /** From now on it stays, and so do the directories that were made for it. */
  keep(): void {
    this.#isPlaced = true;
    this.#file.directories.keep();
    this.#file.keepClean();
  }

  [Symbol.dispose](): void {
    discard(this.#file, this.#isPlaced);
  }
}

interface Made {
  readonly platform: Platform;
  readonly staging: Staging;
  readonly directories: ParentDirectories;
  readonly temporary: string;
  readonly fd: number;
  readonly durable: boolean;
  keepClean(): void;
}

interface Filled {
  readonly written: Written;
  readonly notKept: readonly string[];
  /** It has no attributes that Node has no calls for. */
  readonly isPlain: boolean;
}

function makeFile(platform: Platform, staging: Staging, durable: boolean): Made {
  const { target, old, temporary = newTempFileName() } = staging;
  const directories = new ParentDirectories(platform, target);
  try {
    const { directory } = directories;
    const keepClean = removeStaleTempFiles(platform, directory);
    const fd = platform.within(directory, (at) => openSync(at(temporary), CREATE, initialMode(old)));
    return { platform, staging, directories, temporary, fd, durable, keepClean };
  } catch (error) {
    directories[Symbol.dispose]();
    throw error;
  }
}

async function fill({ fd, staging, durable }: Made, content: StagedContent): Promise<Filled> {
  const { current, carryAttributes } = content;
  const stat = fstatSync(fd, { bigint: true });
  probeTimestamps(fd, stat);
  const attributes = await carriedTo(fd, current, carryAttributes);
  const { bytes, version } = await writePieces(fd, content);
  const notKept = [...copyOwnerAndMode(fd, stat, staging.old), ...(attributes === 'lost' ? ['xattrs'] : [])];
  if (durable) await syncToDisk(fd);
  return { written: { bytes, version: await version }, notKept, isPlain: attributes === 'none' };
}

function discard({ platform, directories, temporary, fd, durable }: Made, isPlaced: boolean): void {
  try {
    // Without fsync(2), a network file system may only now say that the content found no room.
    if (isPlaced && !durable) closeSync(fd);
    else closeQuietly(fd);
  } finally {
    if (!isPlaced) removeQuietly(() => platform.within(directories.directory, (at) => unlinkSync(at(temporary))));
    directories[Symbol.dispose]();
  }
}

/** Null if the system has lost the file: somebody else may have replaced it at once. */
function identityNow(fd: number): StatIdentity | null {
  let identity: StatIdentity | null = null;
  attempt(() => {
    identity = identityOf(fstatSync(fd, { bigint: true }));
  });
  return identity;
}
