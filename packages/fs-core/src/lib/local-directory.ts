import { type Dirent, lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { basename, sep } from 'node:path';
import { errnoOf, fromErrno } from './errno.ts';
import { isLeftover } from './leftover-name.ts';
import { createLocalFile, identityOf } from './local-file.ts';
import type { Pin, Platform } from './platform.ts';
import type { Scope } from './scope.ts';
import { isLongAgo } from './settled.ts';
import { decodeName, systemPath } from './system-name.ts';
import { ToolError } from './tool-error.ts';
import type { DirectoryEntry, OpenDirectory, RealPath, WantsEntry } from './volume.ts';

/** Wraps a pinned and allowed directory, whose pin it releases in the end. */
export function createLocalDirectory(platform: Platform, scope: Scope, pin: Pin): OpenDirectory {
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
    // Judged by the name it has now where the directory was moved since it was opened.
    if (entry.realPath === path || scope.judge(entry.realPath, 'read') === 'allowed') return entry;
    platform.release(entry);
    throw accessDenied(path);
  };

  /** Null where nothing is there, or nothing that can be told of. */
  const statOf = (relativePath: string): Stats | null => {
    try {
      const stat = platform.within(pin, (at) => lstatSync(systemPath(at(relativePath)), { throwIfNoEntry: false }));
      return stat ?? null;
    } catch (error) {
      if (errnoOf(error) === null) throw error;
      return null;
    }
  };

  /** By path, which takes half as long as by descriptor. */
  const hintOf = (relativePath: string): Stats | null => {
    try {
      return lstatSync(systemPath(inside + relativePath));
    } catch (error) {
      if (errnoOf(error) === null) throw error;
      return null;
    }
  };

  return {
    kind: 'directory',
    realPath: pin.realPath as RealPath,
    identity: identityOf(pin.stat),
    entries(wants = () => true) {
      const takes: WantsEntry = (name, kind) => wants(name, kind) && isShown(name);
      try {
        return platform.within(pin, (at) => entriesAt(at('.'), takes));
      } catch (error) {
        throw fromErrno(error, 'list', pin.realPath);
      }
    },
    readLink(name) {
      if (!isPlainName(name) || !isShown(name)) return null;
      try {
        return platform.within(pin, (at) => readlinkSync(systemPath(at(name))));
      } catch (error) {
        if (errnoOf(error) === null) throw error;
        return null;
      }
    },
    openDirectory(name) {
      const entry = pinChild(name);
      if (entry.stat.isDirectory()) return createLocalDirectory(platform, scope, entry);
      platform.release(entry);
      const path = inside + name;
      throw new ToolError('NOT_DIRECTORY', `Cannot list "${path}": not a directory`, { path });
    },
    openFile(name) {
      const entry = pinChild(name);
      const path = inside + name;
      if (entry.stat.isFile()) return createLocalFile(openContent(platform, entry, path), entry);
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
    exchangedHint: (relativePath) => statOf(relativePath || '.')?.ctimeMs ?? Number.POSITIVE_INFINITY,
    stateHint(relativePath) {
      const stat = statOf(relativePath || '.');
      return stat?.isDirectory() && isLongAgo(stat.ctimeMs) ? `${stat.dev}:${stat.ino}:${stat.ctimeMs}` : null;
    },
    launchPath: platform.launchPath(pin),
    close,
    [Symbol.dispose]: close,
  };
}

function entriesAt(path: string, takes: WantsEntry): DirectoryEntry[] {
  const taken: DirectoryEntry[] = [];
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const { name } = entry;
    if (name.includes('\uFFFD')) return exactEntriesAt(path, takes);
    const kind = kindOf(entry);
    if (takes(name, kind)) taken.push({ name, kind });
  }
  return taken;
}

/** The same for names of which some may not be UTF-8. */
function exactEntriesAt(path: string, takes: WantsEntry): DirectoryEntry[] {
  const entries = readdirSync(path, { withFileTypes: true, encoding: 'buffer' });
  const named = entries.map((entry) => ({ name: decodeName(entry.name), kind: kindOf(entry) }));
  return named.filter(({ name, kind }) => takes(name, kind));
}

/** Whether a name is one entry's, and no way to another directory. */
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

function kindOf(entry: Dirent | Dirent<Buffer> | Stats): DirectoryEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'link' : 'other';
}
