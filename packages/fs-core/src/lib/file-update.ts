import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  fsync as fsyncLater,
  lstatSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { dressLike } from './attributes.ts';
import { temporaryName } from './leftovers.ts';
import { createLocalFile, identityOf, isSameState } from './local-file.ts';
import { makeDirectories } from './made-directories.ts';
import type { Pin, Platform } from './platform.ts';
import { removeQuietly } from './remove-quietly.ts';
import type { Target } from './resolver.ts';
import { ToolError } from './tool-error.ts';
import type { Change, OpenFile, Piece, RealPath, UpdateOptions, WriteResult } from './volume.ts';

const syncLater = promisify(fsyncLater);

const COPY_BYTES = 1024 * 1024;

/** Computes the change and puts it in place of the target in one rename; releases the target's pins. */
export async function updateFile(
  platform: Platform,
  target: Target,
  change: Change,
  options: UpdateOptions,
): Promise<WriteResult> {
  using held = holdTarget(platform, target);
  const pieces = await change(held.current);
  options.signal?.throwIfAborted();
  if (options.dryRun) return describe(target, held.current, digestOf(pieces, held.current), null, []);
  return await replace(platform, target, held.current, pieces);
}

interface HeldTarget extends Disposable {
  readonly current: OpenFile | null;
}

function holdTarget(platform: Platform, target: Target): HeldTarget {
  const { existing, parent } = target;
  try {
    if (existing !== null) demandRegularFile(platform, existing);
    const current =
      existing === null ? null : createLocalFile(platform.openContent(existing), existing.realPath as RealPath);
    return {
      current,
      [Symbol.dispose]() {
        current?.close();
        platform.release(parent);
      },
    };
  } catch (error) {
    platform.release(parent);
    throw error;
  }
}

/** Releases the pin where it is not a file's. */
function demandRegularFile(platform: Platform, pin: Pin): void {
  if (pin.stat.isFile()) return;
  platform.release(pin);
  const path = pin.realPath;
  if (pin.stat.isDirectory()) throw new ToolError('IS_DIRECTORY', `Cannot write "${path}": is a directory`, { path });
  throw new ToolError('UNSUPPORTED_FILE', `Cannot write "${path}": not a regular file`, { path });
}

async function replace(
  platform: Platform,
  target: Target,
  current: OpenFile | null,
  pieces: readonly Piece[],
): Promise<WriteResult> {
  using directories = makeDirectories(platform, target);
  const { directory } = directories;
  const temporary = temporaryName();
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | (constants.O_NOFOLLOW ?? 0);
  const fd = platform.within(directory, (at) => openSync(at(temporary), flags, 0o600));
  let placed = false;
  try {
    const written = writePieces(fd, pieces, current);
    const notKept = dressLike(fd, current === null ? null : statOf(target));
    await syncLater(fd);
    demandUnchanged(platform, directory, target, current);
    platform.within(directory, (at) => renameSync(at(temporary), at(target.name)));
    placed = true;
    await syncDirectory(platform, directory);
    directories.keep();
    return describe(target, current, written, identityOf(fstatSync(fd, { bigint: true })), notKept);
  } finally {
    closeSync(fd);
    if (!placed) removeQuietly(() => platform.within(directory, (at) => unlinkSync(at(temporary))));
  }
}

interface Written {
  readonly bytes: number;
  readonly version: string;
}

function describe(
  target: Target,
  current: OpenFile | null,
  written: Written,
  identity: WriteResult['identity'],
  notKept: readonly string[],
): WriteResult {
  return {
    realPath: target.realPath as RealPath,
    created: current === null,
    bytesWritten: written.bytes,
    version: written.version,
    brokeHardLink: (target.existing?.stat.nlink ?? 1n) > 1n,
    notKept,
    identity,
  };
}

function statOf(target: Target): BigIntStats | null {
  return target.existing?.stat ?? null;
}

/** Gives each chunk of the new content in turn; a copied range costs one chunk of memory. */
function* chunksOf(pieces: readonly Piece[], current: OpenFile | null): Generator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) yield piece;
    else yield* rangeOf(current, piece.from, piece.to);
  }
}

function* rangeOf(current: OpenFile | null, from: number, to: number): Generator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(COPY_BYTES, Math.max(0, to - from)));
  for (let position = from; position < to; ) {
    const wanted = buffer.subarray(0, Math.min(buffer.length, to - position));
    const count = current?.read(wanted, position);
    if (count !== wanted.length) {
      const path = current?.realPath ?? '';
      throw new ToolError('CONFLICT', `Cannot write "${path}": it became shorter meanwhile`, { path });
    }
    yield wanted;
    position += count;
  }
}

function digestOf(pieces: readonly Piece[], current: OpenFile | null): Written {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const chunk of chunksOf(pieces, current)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, version: `sha256:${hash.digest('hex')}` };
}

function writePieces(fd: number, pieces: readonly Piece[], current: OpenFile | null): Written {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const chunk of chunksOf(pieces, current)) {
    hash.update(chunk);
    for (let done = 0; done < chunk.length; ) done += writeSync(fd, chunk, done);
    bytes += chunk.length;
  }
  return { bytes, version: `sha256:${hash.digest('hex')}` };
}

/** The last look before the rename: the name still stands for the state that the change was computed from. */
function demandUnchanged(platform: Platform, directory: Pin, target: Target, current: OpenFile | null): void {
  const path = target.realPath;
  const now = platform.within(directory, (at) => statOrNull(at(target.name)));
  if (now === null && current === null) return;
  if (now?.isDirectory()) throw new ToolError('IS_DIRECTORY', `Cannot write "${path}": is a directory now`, { path });
  if (now !== null && current !== null && isSameState(identityOf(now), current.identity)) return;
  throw new ToolError('CONFLICT', `Cannot write "${path}": it changed meanwhile`, { path });
}

function statOrNull(path: string): BigIntStats | null {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}

async function syncDirectory(platform: Platform, directory: Pin): Promise<void> {
  let fd: number;
  try {
    fd = platform.within(directory, (at) => openSync(at('.'), constants.O_RDONLY));
  } catch {
    // Windows opens no directories, and a directory may be writable but not readable: nothing to sync by.
    return;
  }
  try {
    await syncLater(fd);
  } finally {
    closeSync(fd);
  }
}
