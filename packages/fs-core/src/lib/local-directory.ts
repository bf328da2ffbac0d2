import { lstatSync, type Stats } from 'node:fs';
import { basename, sep } from 'node:path';
import { entriesAt, kindOf } from './directory-entries.ts';
import { errnoOf, fromErrno } from './errno.ts';
import { isLeftover } from './leftover-name.ts';
import type { Listings } from './listings.ts';
import { identityAt, identityOf, LocalFile } from './local-file.ts';
import type { Pin, Platform } from './platform.ts';
import type { Scope } from './scope.ts';
import { linkText, systemPath } from './system-name.ts';
import { ToolError } from './tool-error.ts';
import type { FileIdentity, OpenDirectory, RealPath } from './volume.ts';

/** What the directories of a volume have in common. */
export interface Surroundings {
  readonly platform: Platform;
  readonly scope: Scope;
  readonly listings: Listings;
}

/** Wraps a pinned and allowed directory; closing it releases the pin. */
export function createLocalDirectory(surroundings: Surroundings, pin: Pin): OpenDirectory {
  const { platform, scope, listings } = surroundings;
  let open = true;
  const close = (): void => {
    if (open) platform.release(pin);
    open = false;
  };
  // Every name of a walk passes here, and `join` would take longer than the judging.
  const inside = pin.realPath.endsWith(sep) ? pin.realPath : pin.realPath + sep;
  const isAllowed = (relativePath: string): boolean => scope.judge(inside + relativePath, 'read') === 'allowed';
  const isShown = (name: string): boolean => !isLeftover(name) && (!scope.suspects(name) || isAllowed(name));

  const pinChild = (name: string): Pin => {
    const path = inside + name;
    if (!isPlainName(name) || (scope.suspects(name) && !isAllowed(name))) throw accessDenied(path);
    const entry = pinEntry(platform, pin, name, path);
    // Where the directory was moved since it was opened, the entry is judged by the path it has now.
    if (entry.realPath === path || scope.judge(entry.realPath, 'read') === 'allowed') return entry;
    platform.release(entry);
    throw accessDenied(path);
  };

  const statOf = (relativePath: string): Stats | null =>
    orNull(() => platform.within(pin, (at) => lstatSync(systemPath(at(relativePath)), QUIETLY)));
  /** By path, which takes half as long as by descriptor. */
  const hintOf = (relativePath: string): Stats | null => orNull(() => lstatSync(systemPath(inside + relativePath)));

  const stateNow = (): FileIdentity | null =>
    orNull(() => platform.within(pin, (at) => identityAt(at('.')) ?? undefined));

  const identity = identityOf(pin.stat);
  return {
    kind: 'directory',
    realPath: pin.realPath as RealPath,
    identity,
    entries() {
      const read = () => platform.within(pin, (at) => entriesAt(at('.'), isShown));
      try {
        return listings.recall(pin.realPath, stateNow) ?? listings.read(pin.realPath, identity, read);
      } catch (error) {
        throw fromErrno(error, 'list', pin.realPath);
      }
    },
    knownEntries(relativePath) {
      const path = inside + relativePath;
      return listings.recall(path, () => identityAt(path));
    },
    readLink(name) {
      if (!isPlainName(name) || !isShown(name)) return null;
      return orNull(() => platform.within(pin, (at) => linkText(at(name))));
    },
    openDirectory(name) {
      const entry = pinChild(name);
      if (entry.stat.isDirectory()) return createLocalDirectory(surroundings, entry);
      platform.release(entry);
      const path = inside + name;
      throw new ToolError('NOT_DIRECTORY', `Cannot list "${path}": not a directory`, { path });
    },
    openFile(name) {
      const entry = pinChild(name);
      const path = inside + name;
      if (entry.stat.isFile()) return new LocalFile(openContent(platform, entry, path), entry);
      platform.release(entry);
      throw new ToolError('UNSUPPORTED_FILE', `Cannot open "${path}": not a regular file`, { path });
    },
    kindOf(name) {
      if (!isPlainName(name) || !isShown(name)) return null;
      const stat = statOf(name);
      return stat === null ? null : kindOf(stat);
    },
    permits: (relativePath) => !isLeftover(basename(relativePath)) && isAllowed(relativePath),
    modifiedHint: (relativePath) => hintOf(relativePath)?.mtimeMs ?? 0,
    sizeHint: (relativePath) => hintOf(relativePath)?.size ?? 0,
    ctimeHint: (relativePath) => statOf(relativePath || '.')?.ctimeMs ?? Number.POSITIVE_INFINITY,
    launchPath: platform.launchPath(pin),
    descriptor: pin.fd,
    close,
    [Symbol.dispose]: close,
  };
}

const QUIETLY = { throwIfNoEntry: false } as const;

/** Null where nothing is there, or where the system refuses to tell. */
function orNull<T>(ask: () => T | undefined): T | null {
  try {
    return ask() ?? null;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

/** Whether a name stands for one entry, and is not a path to another directory. */
function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !name.includes('/') && !name.includes(sep);
}

function accessDenied(path: string): ToolError {
  return new ToolError('ACCESS_DENIED', `Access denied: "${path}"`, { path });
}

function pinEntry(platform: Platform, directory: Pin, name: string, path: string): Pin {
  try {
    return platform.pinEntry(directory, name);
  } catch (error) {
    throw fromErrno(error, 'open', path);
  }
}

function openContent(platform: Platform, pin: Pin, path: string): number {
  try {
    return platform.openContent(pin);
  } catch (error) {
    throw fromErrno(error, 'open', path);
  }
}
