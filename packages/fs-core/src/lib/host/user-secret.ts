import { linkSync, lstatSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeQuietly } from '../errors/best-effort.ts';
import { errnoOf } from '../errors/errno.ts';
import { uniqueSuffix } from '../lock/unique-suffix.ts';
import { SECRET_NAME } from '../paths/own-places.ts';
import { privateDirectory } from '../paths/private-directory.ts';
import { stateDirectories } from '../paths/state-directories.ts';

const SECRET_BYTES = 32;

let known: Promise<Uint8Array> | undefined;

/**
 * A secret that all of this user's processes share, so that one can verify what another signed, even after a restart.
 * If no directory can keep it, it lasts as long as the process.
 */
export function userSecret(): Promise<Uint8Array> {
  known ??= secretKeptIn(stateDirectories());
  return known;
}

/** Takes another secret in place of the user's own, such as one that several machines share. To be called before its use. */
export function useSecret(secret: Uint8Array): void {
  known = Promise.resolve(secret);
}

/** The secret in the first directory that can keep one, made if there is none; a new one if no directory can. */
export async function secretKeptIn(directories: readonly string[]): Promise<Uint8Array> {
  const { randomBytes } = await import('node:crypto');
  const fresh = randomBytes(SECRET_BYTES);
  for (const directory of directories) {
    const kept = keptIn(directory, fresh);
    if (kept !== null) return kept;
  }
  return fresh;
}

/** The secret in a directory, which is `fresh` if there was none; null if none can be kept there. */
function keptIn(candidate: string, fresh: Uint8Array): Uint8Array | null {
  const directory = privateDirectory(candidate);
  if (directory === null) return null;
  try {
    const path = join(directory, SECRET_NAME);
    return read(path) ?? make(path, fresh);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

/**
 * Written under another name first, so that no process reads half a secret. A process id would not do for that name:
 * threads share one, and containers with one home may have the same.
 */
function make(path: string, fresh: Uint8Array): Uint8Array | null {
  const temporary = `${path}.${uniqueSuffix()}`;
  try {
    writeFileSync(temporary, fresh, { mode: 0o600, flag: 'wx' });
    linkSync(temporary, path);
  } catch (error) {
    // Another process came first, and its secret counts.
    if (errnoOf(error) !== 'EEXIST') throw error;
  } finally {
    removeQuietly(() => unlinkSync(temporary));
  }
  return read(path);
}

/** Null if there is none, or if another user made it or can read it. */
function read(path: string): Uint8Array | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || stat.size !== SECRET_BYTES) return null;
  const isPrivate = process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o077) === 0);
  return isPrivate ? readFileSync(path) : null;
}
