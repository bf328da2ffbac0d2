import { type Dirent, readdirSync, readlinkSync } from 'node:fs';
import { join, sep } from 'node:path';
import { errnoOf, fromErrno } from './errno.ts';
import { isLeftover } from './leftovers.ts';
import { identityOf } from './local-file.ts';
import type { Pin, Platform } from './platform.ts';
import type { Scope } from './scope.ts';
import { ToolError } from './tool-error.ts';
import type { DirectoryEntry, OpenDirectory, RealPath } from './volume.ts';

/** Wraps a pinned and allowed directory, whose pin it releases in the end. */
export function createLocalDirectory(platform: Platform, scope: Scope, pin: Pin): OpenDirectory {
  let open = true;
  const close = (): void => {
    if (open) platform.release(pin);
    open = false;
  };
  const isShown = (name: string): boolean =>
    !isLeftover(name) && scope.judge(join(pin.realPath, name), 'read') === 'allowed';

  return {
    kind: 'directory',
    realPath: pin.realPath as RealPath,
    identity: identityOf(pin.stat),
    entries() {
      try {
        const entries = platform.within(pin, (at) => readdirSync(at('.'), { withFileTypes: true }));
        return entries.filter(({ name }) => isShown(name)).map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
      } catch (error) {
        throw fromErrno(error, 'list', pin.realPath);
      }
    },
    readLink(name) {
      if (!isPlainName(name) || !isShown(name)) return null;
      try {
        return platform.within(pin, (at) => readlinkSync(at(name)));
      } catch (error) {
        if (errnoOf(error) === null) throw error;
        return null;
      }
    },
    openDirectory(name) {
      const path = join(pin.realPath, name);
      if (!isPlainName(name) || scope.judge(path, 'read') !== 'allowed') throw accessDenied(path);
      const entry = pinEntry(platform, pin, name, path);
      // Judged again by the name it has now: the directory may have been moved since it was opened.
      const isAllowed = scope.judge(entry.realPath, 'read') === 'allowed';
      if (isAllowed && entry.stat.isDirectory()) return createLocalDirectory(platform, scope, entry);
      platform.release(entry);
      if (!isAllowed) throw accessDenied(path);
      throw new ToolError('NOT_DIRECTORY', `Cannot list "${path}": not a directory`, { path });
    },
    close,
    [Symbol.dispose]: close,
  };
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

function kindOf(entry: Dirent): DirectoryEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'link' : 'other';
}
