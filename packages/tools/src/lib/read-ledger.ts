import { type OpenFile, ToolError, type Volume, versionOf, type WriteResult } from '@dragoman/fs-core/internal/kernel';
import { createSightings, isUnchanged, type Sightings } from './sightings.ts';

/**
 * Extent to which a session knows the content of a file: nothing, some or all of it, or all or some of what it was before
 * somebody else changed it.
 */
export type ReadState = 'unseen' | 'part' | 'whole' | 'changed';

/**
 * The versions of files that this session has seen. A file is looked up by its real path first, then by its own key.
 */
export interface ReadLedger {
  /** Remembers that the caller was shown all of the file as it was when it was opened, or a part of it. */
  saw(file: OpenFile, isWhole?: boolean): Promise<void>;
  /** Compares the content that a file has now with what the session knows of it. */
  stateOf(file: OpenFile): Promise<ReadState>;
  /** Remembers whether the session knows all of what it wrote last under a path. */
  mark(realPath: string, isWhole: boolean): void;
  /** Remembers what the session itself wrote. */
  wrote(result: Pick<WriteResult, 'realPath' | 'version' | 'identity' | 'brokeHardLink'>): void;
  /**
   * Null if the session has seen the file as it is; else resolves if its content turns out to be the same.
   * @throws ToolError `NOT_READ` if the session never saw the file, `STALE_READ` if its content has changed
   * since; both carry the file's `version`. A new time over the same bytes is no change.
   */
  assertSeen(file: OpenFile, path: string): Promise<void> | null;
  /** Stops hashing files in the background. */
  close(): void;
}

// Hashing as much takes some milliseconds; for a larger file, much longer than showing a few lines of it.
const MAX_HASHED_BYTES = 10 * 1024 * 1024;

/** State of a ledger. */
interface Ledger {
  readonly sightings: Sightings;
  /** Opens large files again, to hash them after the caller has its answer. */
  readonly volume: Pick<Volume, 'open'>;
  /** Bytes: a larger file that was never seen is not hashed for its version. */
  readonly maxFileSize: number;
}

/**
 * @param volume opens large files again, to hash them after the caller has its answer
 * @param maxFileSize bytes: a larger file that was never seen is not hashed for its version
 */
export function createReadLedger(volume: Pick<Volume, 'open'>, maxFileSize: number): ReadLedger {
  const sightings = createSightings();
  const ledger: Ledger = { sightings, volume, maxFileSize };
  // Made on first use: making and aborting one takes a thirtieth of a short command's time.
  let closing: AbortController | undefined;
  return {
    saw(file, isWhole = false) {
      closing ??= new AbortController();
      return rememberRead(ledger, { file, isWhole }, closing.signal);
    },
    stateOf: (file) => stateOf(ledger, file),
    mark(realPath, isWhole) {
      const seen = sightings.at(realPath);
      if (seen !== undefined) sightings.add(realPath, { ...seen, isWhole });
    },
    wrote({ realPath, version, identity, brokeHardLink }) {
      if (identity === null) return;
      const replaced = sightings.at(realPath);
      const sighting = sightings.add(realPath, { identity, version, isWhole: replaced?.isWhole ?? false });
      // Under its other hard links, the old file remains one that was seen.
      if (replaced !== undefined && !brokeHardLink) sightings.replace(replaced, sighting);
    },
    assertSeen(file, path) {
      const seen = sightings.of(file);
      if (seen === undefined || !isUnchanged(seen, file)) return assertSameContent(ledger, file, path);
      sightings.alsoAt(file.realPath, seen);
      return null;
    },
    close: () => closing?.abort(),
  };
}

interface ShownFile {
  readonly file: OpenFile;
  readonly isWhole: boolean;
}

async function rememberRead(
  { sightings, volume }: Ledger,
  { file, isWhole }: ShownFile,
  signal: AbortSignal,
): Promise<void> {
  const known = sightings.at(file.realPath);
  if (known !== undefined && isUnchanged(known, file)) {
    if (isWhole && !known.isWhole) sightings.add(file.realPath, { ...known, isWhole });
    return;
  }
  const isLarge = file.size > MAX_HASHED_BYTES;
  const version = isLarge ? hashAgain(volume, file, signal) : await hash(file, signal);
  // Keep the older record if it has a hash and the new one has none.
  if (version !== null || known === undefined)
    sightings.add(file.realPath, { identity: file.identity, version, isWhole });
}

async function stateOf({ sightings }: Ledger, file: OpenFile): Promise<ReadState> {
  const seen = sightings.of(file);
  if (seen === undefined) return 'unseen';
  if (!isUnchanged(seen, file)) {
    // A file of another size has changed for certain.
    if (seen.identity.size !== file.identity.size) return 'changed';
    const version = await versionOf(file);
    if ((await seen.version) !== version) return 'changed';
    sightings.add(file.realPath, { ...seen, identity: file.identity, version });
  }
  return seen.isWhole ? 'whole' : 'part';
}

async function assertSameContent({ sightings, maxFileSize }: Ledger, file: OpenFile, path: string): Promise<void> {
  const seen = sightings.of(file);
  // A file of another size has changed for certain, so a large one need not be hashed.
  const maxBytes = seen?.identity.size === file.identity.size ? Number.POSITIVE_INFINITY : maxFileSize;
  const version = await versionOf(file, { maxBytes });
  if (seen === undefined) {
    const { size } = file;
    const isReadable = size <= maxFileSize;
    const details = { path, version, ...(!isReadable && { size, limit: maxFileSize, bound: 'file-size' as const }) };
    throw new ToolError({ code: 'NOT_READ', ...details }, `Cannot write "${path}": not read in this session`);
  }
  if ((await seen.version) !== version) {
    throw new ToolError({ code: 'STALE_READ', path, version }, `Cannot write "${path}": changed since it was read`);
  }
  sightings.add(file.realPath, { ...seen, identity: file.identity, version });
}

/** The version of the content that the file had when it was opened; null if it has changed since. */
async function hash(file: OpenFile, signal: AbortSignal): Promise<string | null> {
  try {
    const version = await versionOf(file, { signal });
    return file.identity.isSameState(await file.currentIdentity()) ? version : null;
  } catch {
    return null;
  }
}

async function hashAgain(
  volume: Pick<Volume, 'open'>,
  { realPath, identity }: OpenFile,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    using node = await volume.open(realPath, { for: 'content' });
    return node.kind === 'file' && node.identity.isSameState(identity) ? await hash(node, signal) : null;
  } catch {
    return null;
  }
}
