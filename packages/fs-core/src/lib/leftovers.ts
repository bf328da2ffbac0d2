import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import type { Pin, Platform } from './platform.ts';
import { fateOf, MARK_PATTERN, ownMark } from './process-mark.ts';
import { removeQuietly } from './remove-quietly.ts';

const LEFTOVER = new RegExp(`^\\.dragoman-(${MARK_PATTERN})-[0-9a-f]{12}\\.tmp$`);

// What another machine or container left can only be judged by its age.
const FOREIGN_AGE_MS = 24 * 60 * 60 * 1000;

/** A name for a temporary file that tells who made it and that nobody else picks. */
export function temporaryName(): string {
  return `.dragoman-${ownMark()}-${randomBytes(6).toString('hex')}.tmp`;
}

/** Whether a name is that of a write in progress, or of one that never ended. */
export function isLeftover(name: string): boolean {
  return LEFTOVER.test(name);
}

/** Removes what killed processes left in a directory. What cannot be removed stays: no write fails for it. */
export function sweepLeftovers(platform: Platform, directory: Pin): void {
  removeQuietly(() =>
    platform.within(directory, (at) => {
      for (const name of readdirSync(at('.'))) {
        const mark = LEFTOVER.exec(name)?.[1];
        if (mark !== undefined && isAbandoned(mark, at(name))) removeQuietly(() => unlinkSync(at(name)));
      }
    }),
  );
}

function isAbandoned(mark: string, path: string): boolean {
  const fate = fateOf(mark);
  if (fate === 'alive') return false;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return false;
  return fate === 'dead' || Date.now() - stat.mtimeMs > FOREIGN_AGE_MS;
}
