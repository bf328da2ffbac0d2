import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { leftoverName, markInLeftover } from './leftover-name.ts';
import type { Pin, Platform } from './platform.ts';
import { fateOf, ownMark } from './process-mark.ts';
import { randomMark } from './random-mark.ts';
import { removeQuietly } from './remove-quietly.ts';

// What another machine or container left can only be judged by its age.
const FOREIGN_AGE_MS = 24 * 60 * 60 * 1000;

/** A name for a temporary file that tells who made it and that nobody else picks. */
export function temporaryName(): string {
  return leftoverName(ownMark(), randomMark());
}

// A directory with so many names that a look at all takes longer is looked through for a fiftieth of the time at most.
const QUICK_MS = 1;
const REST = 50;
const LONGEST_REST_MS = 5000;

/** When such a directory may be looked through again, by its inode. */
const resting = new Map<bigint, number>();

/** Removes what killed processes left in a directory. What cannot be removed stays: no write fails for it. */
export function sweepLeftovers(platform: Platform, directory: Pin): void {
  const inode = directory.stat.ino;
  const start = performance.now();
  if (start < (resting.get(inode) ?? 0)) return;
  removeQuietly(() =>
    platform.within(directory, (at) => {
      for (const name of readdirSync(at('.'))) {
        const mark = markInLeftover(name);
        if (mark !== null && isAbandoned(mark, at(name))) removeQuietly(() => unlinkSync(at(name)));
      }
    }),
  );
  const end = performance.now();
  resting.delete(inode);
  if (end - start > QUICK_MS) resting.set(inode, end + Math.min(LONGEST_REST_MS, REST * (end - start)));
}

function isAbandoned(mark: string, path: string): boolean {
  const fate = fateOf(mark);
  if (fate === 'alive') return false;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return false;
  return fate === 'dead' || Date.now() - stat.mtimeMs > FOREIGN_AGE_MS;
}
