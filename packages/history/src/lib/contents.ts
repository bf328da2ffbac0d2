import { createHash, hash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFile,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { yieldToEventLoop } from '@dragoman/fs-core/internal/kernel';
import {
  MAX_SYNC_BYTES,
  openPlainFile,
  orNull,
  removeQuietly,
  syncEach,
  syncPath,
  uniqueSuffix,
} from '@dragoman/fs-core/internal/own-files';

/** Contents of files, each kept once, in a file that is named by its hash. */
export interface Contents {
  readonly directory: string;
  /**
   * Keeps the bytes of an open file.
   * @param known its digest, if it is known: then nothing is read where that is there already
   */
  keep(source: Source, known: string | null): Promise<KeptContent>;
  /** Resolves once contents and their names are on the disk. */
  sync(digests: readonly string[]): Promise<void>;
  /** True if a content of this size is there, as far as can be told without reading it. */
  has(digest: string, size: number): boolean;
  /** True if a content is there, and its bytes have its digest. */
  isWhole(digest: string): Promise<boolean>;
  /** The bytes; null if they are not there, or not as they were. */
  read(digest: string): Buffer | null;
}

/** An open file whose content is to be kept. */
export interface Source {
  readonly descriptor: number;
  /** Bytes. */
  readonly size: number;
}

export interface KeptContent {
  readonly digest: string;
  /** True if the content was not there before. */
  readonly isNew: boolean;
}

const copyLater = promisify(copyFile);

export function openContents(directory: string): Contents {
  const pathOf = (digest: string): string => join(directory, digest);
  const has = (digest: string, size: number): boolean =>
    isFileOf(lstatSync(pathOf(digest), { throwIfNoEntry: false }), size);
  return {
    directory,
    has,
    async keep(source, known) {
      if (known !== null && has(known, source.size)) return { digest: known, isNew: false };
      const temporary = join(directory, `${uniqueSuffix()}${TEMPORARY}`);
      try {
        const digest =
          source.size <= MAX_SYNC_BYTES ? keepSmall(source, temporary) : await keepLarge(source, temporary);
        const isNew = !has(digest, source.size);
        // Also over what is there, which may be damaged.
        renameSync(temporary, pathOf(digest));
        return { digest, isNew };
      } catch (error) {
        removeQuietly(() => unlinkSync(temporary));
        throw error;
      }
    },
    async sync(digests) {
      if (digests.length === 0) return;
      await syncEach([directory, ...digests.map(pathOf)].map((path) => () => syncPath(path)));
    },
    async isWhole(digest) {
      // Another process may let it go meanwhile.
      const fd = orNull(() => openPlainFile(pathOf(digest)));
      if (fd === null) return false;
      try {
        return (await digestOf(fd, null)) === digest;
      } finally {
        closeSync(fd);
      }
    },
    read(digest) {
      const path = pathOf(digest);
      // What else it might be by then has another hash.
      const bytes = orNull(() => (lstatSync(path).isFile() ? readFileSync(path) : null));
      return bytes !== null && hash('sha256', bytes) === digest ? bytes : null;
    },
  };
}

function isFileOf(stat: Stats | undefined, size: number): boolean {
  return stat?.isFile() === true && stat.size === size;
}

/** Suffix of names of contents that are still being written. */
export const TEMPORARY = '.tmp';

function keepSmall({ descriptor, size }: Source, temporary: string): string {
  const bytes = Buffer.alloc(size);
  const count = readWhole(descriptor, bytes);
  const content = bytes.subarray(0, count);
  const fd = openSync(temporary, 'wx', 0o600);
  try {
    for (let at = 0; at < count; ) at += writeSync(fd, content, at);
  } finally {
    closeSync(fd);
  }
  return hash('sha256', content);
}

function readWhole(fd: number, target: Uint8Array): number {
  let done = 0;
  while (done < target.length) {
    const count = readSync(fd, target, done, target.length - done, done);
    if (count === 0) break;
    done += count;
  }
  return done;
}

const CHUNK_BYTES = 1024 * 1024;

/**
 * Copies by reflink where the file system can; the digest is that of the copy, whatever became of the file meanwhile.
 */
async function keepLarge({ descriptor }: Source, temporary: string): Promise<string> {
  const path = `/proc/self/fd/${descriptor}`;
  const from = existsSync(path) ? path : null;
  if (from !== null) {
    await copyLater(from, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    // A copy has the mode of the file.
    chmodSync(temporary, 0o600);
  }
  const fd = openSync(temporary, from === null ? 'wx+' : 'r', 0o600);
  try {
    return await digestOf(fd, from === null ? descriptor : null);
  } finally {
    closeSync(fd);
  }
}

/** @param copied whose bytes the file gets first; null if it has its bytes */
async function digestOf(fd: number, copied: number | null): Promise<string> {
  const digest = createHash('sha256');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let position = 0; ; ) {
    const count = readSync(copied ?? fd, chunk, 0, chunk.length, position);
    if (count === 0) return digest.digest('hex');
    if (copied !== null) for (let at = 0; at < count; ) at += writeSync(fd, chunk, at, count - at, position + at);
    digest.update(chunk.subarray(0, count));
    position += count;
    await yieldToEventLoop();
  }
}
