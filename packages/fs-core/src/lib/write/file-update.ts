import { accessSync, type BigIntStats, close as closeLater, constants, lstatSync } from 'node:fs';
import { LocalFile, MAX_SYNC_BYTES } from '../descriptors/local-file.ts';
import type { Pin, Platform } from '../descriptors/platform.ts';
import type { Target } from '../descriptors/resolve-target.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { closeQuietly, orUndo } from '../errors/best-effort.ts';
import { notRegular } from '../errors/not-regular.ts';
import { ToolError } from '../errors/tool-error.ts';
import { systemPath } from '../paths/byte-path.ts';
import { identityOf } from '../state/file-identity.ts';
import type { Change, OpenFile, Piece, RealPath, WriteResult } from '../volume/volume.ts';
import { stageFile, type WriteSettings } from './staged-file.ts';
import { newTempFileName } from './stale-temp-files.ts';
import { syncDirectories } from './sync.ts';
import { measurePieces, type Written, withResult } from './write-pieces.ts';

export interface FileUpdate<Result> extends WriteSettings {
  readonly change: Change<Result>;
  readonly dryRun: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Computes the change and puts it in place of the target in one rename; releases the target's pins. */
export async function updateFile<Result>(
  platform: Platform,
  target: Target,
  update: FileUpdate<Result>,
): Promise<WriteResult<Result>> {
  using held = new HeldTarget(platform, target);
  const { current } = held;
  const { pieces, result } = withResult(await update.change(current, target.realPath as RealPath));
  assertNotCancelled(update.signal);
  assertWritable(platform, target, update.dryRun);
  if (update.dryRun) {
    const written = await measurePieces({ pieces, current, signal: update.signal });
    return { ...describe(target, current, { written }), result };
  }
  return { ...(await replace(platform, target, { current, pieces, update })), result };
}

/** rename(2) needs no permission on the file itself, so without this check a write-protected file would be replaced. */
export function assertWritable(platform: Platform, { parent, existing, missing, name }: Target, isDry: boolean): void {
  const { R_OK, W_OK, X_OK } = constants;
  platform.within(parent, (at) => {
    if (isDry) {
      // A real write finds out by making its directories and its temporary file.
      accessSync(at('.'), W_OK | X_OK);
      // Throws for a name that the file system cannot hold, such as one that is too long.
      for (const made of [...missing, name]) statOrNull(systemPath(at(made)));
    }
    // Read as well: a change may need what is there, and so may the copy of its attributes.
    if (existing !== null) accessSync(systemPath(at(name)), R_OK | W_OK);
  });
}

/** What is at the target now, and the directory in which it lies; takes the target's pins over. */
export class HeldTarget implements Disposable {
  readonly current: LocalFile | null;
  readonly #platform: Platform;
  readonly #parent: Pin;

  constructor(platform: Platform, { existing, parent }: Target) {
    this.#platform = platform;
    this.#parent = parent;
    this.current = orUndo(
      () => platform.release(parent),
      () => (existing === null ? null : heldFile(platform, existing)),
    );
  }

  [Symbol.dispose](): void {
    this.current?.close();
    this.#platform.release(this.#parent);
  }
}

export function heldFile(platform: Platform, pin: Pin): LocalFile {
  assertRegularFile(platform, pin);
  const close = pin.stat.size > MAX_SYNC_BYTES ? closeElsewhere : closeQuietly;
  return new LocalFile({ open: () => platform.openContent(pin), release: () => close(pin.fd) }, pin, close);
}

/** Closing an unlinked file frees its blocks, which is slow for a large file. Do it off the critical path. */
function closeElsewhere(fd: number): void {
  closeLater(fd, () => undefined);
}

/** Releases the pin where it throws. */
function assertRegularFile(platform: Platform, pin: Pin): void {
  if (pin.stat.isFile()) return;
  platform.release(pin);
  const path = pin.realPath;
  if (pin.stat.isDirectory())
    throw new ToolError({ code: 'IS_DIRECTORY', path }, `Cannot write "${path}": is a directory`);
  throw notRegular('write', path, pin.stat);
}

interface Replacement {
  readonly current: LocalFile | null;
  readonly pieces: readonly Piece[];
  readonly update: Omit<FileUpdate<unknown>, 'change'>;
}

async function replace(platform: Platform, target: Target, replacement: Replacement): Promise<WriteFacts> {
  const { current, pieces, update } = replacement;
  const { durable, signal } = update;
  const staging = { target, old: target.existing?.stat ?? null, temporary: newTempFileName() };
  using staged = await stageFile(platform, staging, { ...update, pieces, current });
  assertNotCancelled(signal);
  assertUnchanged({ platform, directory: staged.directory }, target, current);
  // Close before the rename: an open, unlinked inode goes to ext4's orphan list, which costs a journal write.
  if (current !== null && current.size <= MAX_SYNC_BYTES) current.close();
  const identity = staged.place();
  const synced = !durable || (await syncDirectories(platform, staged.changedDirectories));
  const { written, notKept } = staged;
  return describe(target, current, { written, notKept, identity, synced });
}

type WriteFacts = Omit<WriteResult, 'result'>;

interface Done {
  readonly written: Written;
  readonly notKept?: readonly string[];
  readonly identity?: WriteResult['identity'];
  readonly synced?: boolean;
}

export function describe(
  target: Target,
  current: OpenFile | null,
  { written, notKept = [], identity = null, synced = true }: Done,
): WriteFacts {
  return {
    realPath: target.realPath as RealPath,
    created: current === null,
    bytesWritten: written.bytes,
    version: written.version,
    brokeHardLink: (target.existing?.stat.nlink ?? 1n) > 1n,
    notKept,
    synced,
    identity,
  };
}

/** The last check before the rename: the name still leads to the state from which the change was computed. */
export function assertUnchanged(
  { platform, directory }: { readonly platform: Platform; readonly directory: Pin },
  target: Target,
  current: Pick<OpenFile, 'identity'> | null,
): void {
  const path = target.realPath;
  const now = platform.within(directory, (at) => statOrNull(systemPath(at(target.name))));
  if (now === null && current === null) return;
  if (now?.isDirectory())
    throw new ToolError({ code: 'IS_DIRECTORY', path }, `Cannot write "${path}": is a directory now`);
  if (now && current?.identity.isSameState(identityOf(now))) return;
  throw new ToolError(
    { code: 'CONFLICT', problem: 'changed', path, changedMeanwhile: true },
    `Cannot write "${path}": it changed meanwhile`,
  );
}

/** Whether a write failed only because the file changed under it, so that it may be computed anew. */
export function isLostRace(error: unknown): boolean {
  if (!(error instanceof ToolError)) return false;
  return error.failure.code === 'CONFLICT' && 'changedMeanwhile' in error.failure;
}

function statOrNull(path: string | Buffer): BigIntStats | null {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}
