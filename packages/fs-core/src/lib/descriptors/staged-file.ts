import {
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  renameSync,
  unlinkSync,
} from 'node:fs';
import { attempt, orNull, orUndo, orUndoLater, removeQuietly } from '../errors/best-effort.ts';
import type { Piece } from '../volume/change.ts';
import type { FileIdentity } from '../volume/open-entry.ts';
import { changeMode, copyOwnerAndMode, initialMode, type NewModes, withoutSetId } from './attributes.ts';
import { fileFactsOf } from './file-facts.ts';
import { identityOf } from './file-identity.ts';
import type { LocalFile } from './local-file.ts';
import { ParentDirectories } from './parent-directories.ts';
import type { Pin, Platform } from './platform.ts';
import type { Target } from './resolve-target.ts';
import { heldContent, restingContent, type StagedContent } from './staged-content.ts';
import { removeStaleTempFiles } from './stale-temp-files.ts';
import { syncToDisk } from './sync.ts';
import { probeTimestamps } from './timestamp-granularity.ts';
import { type WrittenContent, writePieces } from './write-pieces.ts';
import { type CarryAttributes, carriedTo } from './xattrs.ts';

/** Settings for writing content. */
export interface WriteSettings {
  /** True if data and directory are on the disk before the call ends. */
  readonly durable: boolean;
  readonly carryAttributes: CarryAttributes | undefined;
  /** Modes of files that replace nothing, and of directories made for them, below a real path. */
  readonly newModes: (realPath: string) => NewModes;
}

/** Content that a staged file gets, and the file whose attributes it gets. */
export interface NewStagedContent extends WriteSettings {
  readonly pieces: readonly Piece[];
  /** The file whose ranges and attributes the new one takes over. */
  readonly current: LocalFile | null;
  /** Permission bits that it gets; by default those of the file that it replaces, or of new files. */
  readonly mode?: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The place and name under which something is staged, and the entry that it replaces. */
export interface StagingPlace {
  readonly target: Pick<Target, 'parent' | 'missing' | 'name'>;
  /** The file whose owner and mode the new one gets; null for one that replaces nothing. */
  readonly old: BigIntStats | null;
  readonly temporary: string;
}

/**
 * A temporary file beside its target. Disposing removes it and the directories created for it, unless `keep()` was
 * called.
 */
export interface StagedEntry extends Disposable {
  /** The directory that it lies in. */
  readonly directory: Pin;
  /** Directories whose entries must reach the disk with it. */
  readonly changedDirectories: readonly Pin[];
  /** Attributes of the old file that could not be carried over. */
  readonly notKept: readonly string[];
  /** Present for a file, as is the next member. */
  readonly written?: WrittenContent;
  readonly content?: Pick<StagedContent, 'use'>;
  stat(): BigIntStats;
  /**
   * Called as soon as the entry has its name. Returns its state; null if it has none, or the system has lost the file.
   */
  placed(): FileIdentity | null;
  /** Lets the entry stay, and the directories that were made for it. */
  keep(): void;
}

export interface StagedFile extends StagedEntry {
  readonly written: WrittenContent;
  readonly content: Pick<StagedContent, 'use'>;
  /** Puts its content on the disk, where that was not asked for when it was staged. */
  sync(): Promise<void>;
  /** Renames it to its target's name, and keeps it. Returns as `placed`. */
  place(): FileIdentity | null;
}

const CREATE = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | (constants.O_NOFOLLOW ?? 0);

/** Makes a file with new content, and the directories that it needs; syncs it. */
export async function stageFile(
  platform: Platform,
  staging: StagingPlace,
  content: NewStagedContent,
): Promise<StagedFile> {
  const { target, temporary } = staging;
  const made = makeFile(platform, staging, content);
  const { fd, directories, directory } = made;
  let isKept = false;
  let file = heldContent(fd);
  const dispose = (): void => {
    try {
      // Without fsync(2), a network file system may only now say that the content found no room.
      file.close(isKept && !content.durable);
    } finally {
      if (isKept) made.keepClean();
      else removeQuietly(() => platform.within(directory, (at) => unlinkSync(at(temporary))));
      directories?.[Symbol.dispose]();
    }
  };
  const { written, notKept, hasNoXattrs } = await orUndoLater(dispose, () => fill(fd, staging, content));
  const resting = platform.keepsOpen ? null : restingContent(platform, fd, { directory, name: temporary });
  if (resting !== null) {
    file = resting;
    orUndo(dispose, () => closeSync(fd));
  }
  const placed = (): FileIdentity | null => {
    // Taken at once, so that it differs from the state after any later change.
    const identity = orNull(() => identityOf(file.stat(target.name)));
    if (identity !== null) Object.assign(fileFactsOf(identity), { version: written.version, hasNoXattrs });
    return identity;
  };
  const keep = (): void => {
    isKept = true;
    directories?.keep();
  };
  return {
    directory,
    changedDirectories: directories === null ? [directory] : [directory, ...directories.grown],
    notKept,
    written,
    content: file,
    sync: () => file.use(syncToDisk),
    stat: () => file.stat(temporary),
    place() {
      platform.within(directory, (at) => renameSync(at(temporary), at(target.name)));
      keep();
      return placed();
    },
    placed,
    keep,
    [Symbol.dispose]: dispose,
  };
}

function makeFile(platform: Platform, { target, old, temporary }: StagingPlace, { newModes }: WriteSettings) {
  const modes = newModes(target.parent.realPath);
  const directories = target.missing.length === 0 ? null : new ParentDirectories(platform, target, modes);
  const mode = initialMode(old === null ? modes.file : Number(old.mode));
  return orUndo(
    () => directories?.[Symbol.dispose](),
    () => {
      const directory = directories?.directory ?? target.parent;
      const keepClean = removeStaleTempFiles(platform, directory);
      const fd = platform.within(directory, (at) => openSync(at(temporary), CREATE, mode));
      return { fd, directories, directory, keepClean };
    },
  );
}

interface FilledFile extends Required<Pick<StagedEntry, 'written' | 'notKept'>> {
  /** True if it has no attributes that Node has no calls for. */
  readonly hasNoXattrs: boolean;
}

async function fill(fd: number, { target, old }: StagingPlace, content: NewStagedContent): Promise<FilledFile> {
  const { current, carryAttributes, durable, newModes, mode } = content;
  const stat = fstatSync(fd, { bigint: true });
  probeTimestamps(fd, stat);
  const attributes = await carriedTo(fd, current, carryAttributes);
  const written = await writePieces(fd, content);
  const notKept = old === null ? [] : copyOwnerAndMode(fd, stat, old);
  if (mode !== undefined) attempt(() => fchmodSync(fd, withoutSetId(mode)));
  else if (old === null) changeMode(fd, stat, newModes(target.parent.realPath).file);
  if (attributes === 'lost') notKept.push('xattrs');
  if (durable) await syncToDisk(fd);
  return { written, notKept, hasNoXattrs: attributes === 'none' };
}
