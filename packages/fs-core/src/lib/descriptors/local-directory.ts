import { accessSync, constants, lstatSync, type Stats } from 'node:fs';
import { basename, sep } from 'node:path';
import { errnoOf, fromErrno } from '../errors/errno.ts';
import { notRegular } from '../errors/not-regular.ts';
import { ToolError } from '../errors/tool-error.ts';
import { isTempFileName } from '../lock/temp-file-name.ts';
import { linkText, systemPath } from '../paths/byte-path.ts';
import type { Scope } from '../scope/scope.ts';
import { identityAt, identityOf } from '../state/file-identity.ts';
import type { FileIdentity, OpenDirectory, RealPath } from '../volume/volume.ts';
import { entriesAt, kindOf } from './directory-entries.ts';
import type { Listings } from './listings.ts';
import { LocalFile } from './local-file.ts';
import type { Pin, Platform } from './platform.ts';

/** What the directories of a volume have in common. */
export interface DirectoryContext {
  readonly platform: Platform;
  readonly scope: Scope;
  readonly listings: Listings;
}

/** Wraps a pinned and allowed directory; closing it releases the pin. */
export function createLocalDirectory(context: DirectoryContext, pin: Pin): OpenDirectory {
  const { platform, scope, listings } = context;
  let open = true;
  const close = (): void => {
    if (open) platform.release(pin);
    open = false;
  };
  // Every name of a walk passes here, and `join` would take longer than the judging.
  const inside = pin.realPath.endsWith(sep) ? pin.realPath : pin.realPath + sep;
  const pathOf = (relativePath: string): string =>
    inside + (sep === '/' ? relativePath : relativePath.replaceAll('/', sep));
  const isAllowed = (relativePath: string): boolean => scope.judge(pathOf(relativePath), 'read') === 'allowed';
  const isShown = (name: string): boolean => !isTempFileName(name) && (!scope.suspects(name) || isAllowed(name));

  const pinBelow = (relativePath: string): Pin => {
    const path = pathOf(relativePath);
    const isName = !relativePath.includes('/');
    if (!isPlain(relativePath)) throw accessDenied(path, scope.roots);
    if ((!isName || scope.suspects(relativePath)) && !isAllowed(relativePath)) throw accessDenied(path, scope.roots);
    const straight = isName ? null : pinStraight(relativePath);
    if (straight !== null) return straight;
    const entry = pinByNames(platform, pin, relativePath, path);
    // Where the directory was moved since it was opened, the entry is judged by the path it has now.
    if (entry.realPath === path || scope.judge(entry.realPath, 'read') === 'allowed') return entry;
    platform.release(entry);
    throw accessDenied(path, scope.roots);
  };

  /** In one step; null where that meets a link, or fails, which may be because of where a link led. */
  const pinStraight = (relativePath: string): Pin | null => {
    const entry = orNull(() => platform.pinBelow?.(pin, relativePath));
    if (entry === null || entry.realPath === pathOf(relativePath)) return entry;
    platform.release(entry);
    return null;
  };

  const statOf = (relativePath: string): Stats | null =>
    orNull(() => platform.within(pin, (at) => lstatSync(systemPath(at(relativePath)), QUIETLY)));
  /** By path, which takes half as long as by descriptor. */
  const hintOf = (relativePath: string): Stats | null =>
    orNull(() => lstatSync(systemPath(pathOf(relativePath)), QUIETLY));

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
      const path = pathOf(relativePath);
      return listings.recall(path, () => identityAt(path));
    },
    readLink(name) {
      if (!isPlainName(name) || !isShown(name)) return null;
      return orNull(() => platform.within(pin, (at) => linkText(at(name))));
    },
    openDirectory(relativePath) {
      const entry = pinBelow(relativePath);
      if (entry.stat.isDirectory()) return createLocalDirectory(context, entry);
      platform.release(entry);
      const path = pathOf(relativePath);
      throw new ToolError('NOT_DIRECTORY', `Cannot list "${path}": not a directory`, { path });
    },
    openFile(relativePath) {
      const entry = pinBelow(relativePath);
      const path = pathOf(relativePath);
      if (entry.stat.isFile()) return new LocalFile(openContent(platform, entry, path), entry);
      platform.release(entry);
      throw notRegular('open', path, entry.stat);
    },
    stat(name) {
      if (!isPlainName(name) || !isShown(name)) return null;
      const stat = statOf(name);
      return stat === null ? null : { kind: kindOf(stat), size: stat.size, mtimeMs: stat.mtimeMs };
    },
    permits: (relativePath) => !isTempFileName(basename(relativePath)) && isAllowed(relativePath),
    hintOf,
    ctimeHint: (relativePath) => statOf(relativePath || '.')?.ctimeMs ?? Number.POSITIVE_INFINITY,
    launchPath() {
      try {
        // A child that cannot enter it fails in ways that do not tell this from a program that cannot be run.
        platform.within(pin, (at) => accessSync(at('.'), constants.X_OK));
      } catch (error) {
        throw fromErrno(error, 'enter', pin.realPath);
      }
      return platform.launchPath(pin);
    },
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
  return isPlain(name) && !name.includes('/');
}

/** Whether a path of names with `/` between them leads down only. */
function isPlain(relativePath: string): boolean {
  return !NO_NAME.test(relativePath) && (sep === '/' || !relativePath.includes(sep));
}

const NO_NAME = /(?:^|\/)\.{0,2}(?:\/|$)/;

function accessDenied(path: string, allowed: readonly string[]): ToolError {
  return new ToolError('ACCESS_DENIED', `Access denied: "${path}"`, { path, allowed });
}

function pinByNames(platform: Platform, directory: Pin, relativePath: string, path: string): Pin {
  let place = directory;
  try {
    for (const name of relativePath.split('/')) {
      const inside = place;
      place = platform.pinEntry(inside, name);
      if (inside !== directory) platform.release(inside);
    }
    return place;
  } catch (error) {
    if (place !== directory) platform.release(place);
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
