import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { entriesAt } from '../descriptors/directory-entries.ts';
import { identityAt } from '../descriptors/file-identity.ts';
import { createListings } from '../descriptors/listings.ts';
import { errnoOf } from '../errors/errno.ts';
import { systemPath } from '../paths/byte-path.ts';
import type { DenyWay, DenyWays } from '../paths/deny-ways.ts';
import type { Access, Scope } from '../paths/scope.ts';
import type { DirectoryEntry } from '../volume/open-entry.ts';
import type { Steps } from '../volume/pace.ts';
import { isPartOfGitDirectory } from './git-directory.ts';

/** An entry, and the verdict of the deny globs on its name. */
export interface JudgedEntry extends DirectoryEntry {
  readonly isUnreadable: boolean;
  readonly isUnwritable: boolean;
  /** Number of levels below a directory that deny globs name; else 0. */
  readonly levelsBelow: number;
  /** The way that leads through a link. */
  readonly way: DenyWay | null;
}

/** Lists the entries of a directory that a search for denied ones must look at, judged as if it had that name. */
export type JudgedListings = (directory: string, name: string) => Steps<readonly JudgedEntry[]>;

/** Listed for a directory whose mode lets this process not look at all of it. */
export const CLOSED: readonly JudgedEntry[] = [];

/** Remembers what it lists: each command asks, and none should wait for a hundred thousand names that an earlier one went through. */
export function createJudgedListings(scope: Scope, ways: Readonly<Record<Access, DenyWays>>): JudgedListings {
  const listings = createListings<JudgedEntry>();
  const judge = (path: string, { name, kind }: DirectoryEntry): JudgedEntry => {
    const isUnreadable = scope.deniesName(path, 'read');
    const isUnwritable = !isUnreadable && scope.deniesName(path, 'write');
    return {
      ...{ name, kind, isUnreadable, isUnwritable },
      levelsBelow: kind === 'directory' ? ways.write.levelsBelow(path) : 0,
      // All below an unwritable link is unwritable by that name.
      way: kind === 'link' && !isUnreadable ? ways[isUnwritable ? 'read' : 'write'].through(path) : null,
    };
  };
  return function* (directory, name) {
    const key = directory === name ? directory : `${directory}\0${name}`;
    const listed = listings.recall(key, () => identityAt(directory));
    const state = listed === null ? identityAt(directory) : null;
    if (state === null) return listed ?? [];
    const remember = listings.startReading(key, state);
    const entries = namesIn(directory);
    if (entries === CLOSED) return remember(CLOSED);
    const judged: JudgedEntry[] = [];
    for (const entry of entries) {
      yield;
      judged.push(judge(join(name, entry.name), entry));
    }
    return remember(judged.filter(isWorthALook));
  };
}

/** The entries of a directory; none if it cannot be listed. */
export function namesIn(directory: string): readonly DirectoryEntry[] {
  try {
    accessSync(systemPath(directory), constants.R_OK | constants.X_OK);
    return entriesAt(directory, () => true);
  } catch (error) {
    return errnoOf(error) === 'EACCES' ? CLOSED : [];
  }
}

function isWorthALook({ name, kind, isUnreadable, isUnwritable, way }: JudgedEntry): boolean {
  return kind === 'directory' || isPartOfGitDirectory(name) || isUnreadable || isUnwritable || way !== null;
}
