import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import type { Pin, Platform } from '../descriptors/platform.ts';
import { afterwards, nullOn } from '../errors/best-effort.ts';
import { errnoOf } from '../errors/errno.ts';
import { decodeName } from '../paths/byte-path.ts';

/** Removes an entry, if it is there, with all it holds: by descriptors, links not followed. @throws the system's error */
export function removeEntry(platform: Platform, directory: Pin, name: string): void {
  try {
    platform.within(directory, (at) => unlinkSync(at(name)));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return;
    if (!isDirectory(platform, directory, name)) throw error;
    emptyDirectory(platform, directory, name);
    nullOn('ENOENT', () => platform.within(directory, (at) => rmdirSync(at(name))));
  }
}

function isDirectory(platform: Platform, directory: Pin, name: string): boolean {
  return platform.within(directory, (at) => lstatSync(at(name), { throwIfNoEntry: false })?.isDirectory() === true);
}

function emptyDirectory(platform: Platform, parent: Pin, name: string): void {
  const pin = platform.pinEntry(parent, name);
  using _ = afterwards(() => platform.release(pin));
  if (!pin.stat.isDirectory()) return;
  for (const entry of namesIn(platform, pin)) removeEntry(platform, pin, entry);
}

/** The names of a pinned directory, those that are not UTF-8 included. */
export function namesIn(platform: Platform, directory: Pin): string[] {
  return platform.within(directory, (at) => readdirSync(at('.'), { encoding: 'buffer' }).map(decodeName));
}
