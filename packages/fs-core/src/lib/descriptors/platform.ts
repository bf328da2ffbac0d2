import { type BigIntStats, constants, fstatSync, lstatSync, openSync, readlinkSync, statSync } from 'node:fs';
import { join, parse } from 'node:path';
import { closeQuietly, orUndo } from '../errors/best-effort.ts';
import { systemError } from '../errors/errno.ts';
import { linkText, type SystemPath, systemPath } from '../paths/byte-path.ts';
import type { RealPath } from '../volume/open-entry.ts';
import { systemSpelling } from './system-spelling.ts';

/** Something held by descriptor, or known by device and inode, with the path it had then. Who asked for it frees it. */
export interface Pin {
  readonly realPath: string;
  readonly stat: BigIntStats;
  /** The descriptor that holds it; -1 if it is only known by device and inode. */
  readonly fd: number;
  /** Paths of its entries; good for `within` alone. */
  readonly at: EntryPath;
}

/** Path by which an entry of a pinned directory is passed to the system; of the directory itself for `.`. */
export type EntryPath = (name: string) => SystemPath;

/**
 * A pin whose real path was judged and is allowed. Content is opened, listed and handed out for no other pin. Only the
 * questions of `allowed-pin.ts` make one.
 */
export interface AllowedPin extends Pin {
  readonly realPath: RealPath;
}

/**
 * The one part that differs between systems. Every strategy guarantees that a pin's `stat` and `realPath` belong to
 * the very entry that was opened, and that what is done `within` a pinned directory happens in that directory, however
 * names have changed since.
 */
export interface Platform {
  readonly strategy: 'proc' | 'chdir';
  /** False if a pin is opened again for each use, so that any number of them can be had. */
  readonly keepsOpen: boolean;
  /** Pins what a path leads to, links followed, in one step; null if only a walk is safe. */
  readonly pin: ((absolutePath: string) => Pin) | null;
  pinRoot(absolutePath: string): Pin;
  /** Pins an entry of a directory without following it: a link comes back as a link. */
  pinEntry(directory: Pin, name: string): Pin;
  /** Pins like `pinEntry`, for a path of several names; links on the way are followed. Null if only a walk is safe. */
  readonly pinBelow: ((directory: Pin, relativePath: string) => Pin) | null;
  /** Opens the content of a pinned regular file and takes the pin over. */
  openContent(pin: AllowedPin): number;
  /** Runs `act` synchronously; `at(name)` is a path that names an entry of the pinned directory, `at('.')` itself. */
  within<T>(directory: Pin, act: (at: EntryPath) => T): T;
  /** Acts like `within`, for two directories at once. Null if a process cannot stand in both. */
  readonly between: (<T>(one: Pin, other: Pin, act: (at: EntryPath, atOther: EntryPath) => T) => T) | null;
  /** A path by which a child process that is being started can enter the directory. */
  launchPath(directory: Pin): string;
  release(pin: Pin): void;
}

// open(2): O_PATH obtains a descriptor without opening what it names. Node passes the bit through but does not name it.
const O_PATH = 0o10000000;
const NEVER_BLOCK = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;

/** Linux with /proc: descriptors all the way, and a name for each from proc(5)'s links. */
export const procPlatform: Platform = {
  strategy: 'proc',
  keepsOpen: true,
  pin: (absolutePath) => pinOpened(() => openSync(systemPath(absolutePath), O_PATH)),
  pinRoot: (absolutePath) => pinOpened(() => openSync(parse(absolutePath).root, O_PATH)),
  pinEntry: pinAt,
  pinBelow: pinAt,
  openContent(pin) {
    try {
      return openSync(linkOf(pin.fd), NEVER_BLOCK);
    } finally {
      closeQuietly(pin.fd);
    }
  },
  within: (directory, act) => act(directory.at),
  between: (one, other, act) => act(one.at, other.at),
  // A child has the descriptor until it runs its program, which is after it has changed its directory.
  launchPath: (directory) => `/proc/self/fd/${directory.fd}`,
  release: (pin) => closeQuietly(pin.fd),
};

function pinAt(directory: Pin, relativePath: string): Pin {
  const path = directory.at(relativePath);
  return pinOpened(() => openSync(path, O_PATH | O_NOFOLLOW));
}

let ownDescriptors: string | undefined;

/**
 * Every use of `/proc/self` would follow the link, so its text is read once: this process's id in that mount of /proc.
 */
function linkOf(fd: number): string {
  ownDescriptors ??= `/proc/${readlinkSync('/proc/self')}/fd/`;
  return ownDescriptors + fd;
}

// Many, because a name whose file is replaced again and again is still the name of a file.
const TRIES = 64;

/** Pins what `open` finds, and opens again if the file was replaced before its name could be read. */
function pinOpened(open: () => number): Pin {
  for (let attempt = 1; ; attempt += 1) {
    const fd = open();
    try {
      const stat = fstatSync(fd, { bigint: true });
      const link = linkOf(fd);
      const realPath = nameOf(link, stat);
      if (realPath !== null) return { fd, stat, realPath, at: pathsBelow(link) };
      if (attempt === TRIES) throw gone(linkText(link));
    } catch (error) {
      closeQuietly(fd);
      throw error;
    }
    closeQuietly(fd);
  }
}

function pathsBelow(link: string): EntryPath {
  return (name) => {
    const path = `${link}/${name}`;
    return path.isWellFormed() ? path : systemPath(path);
  };
}

const DELETED = ' (deleted)';

/** Null for what has no name any more. */
function nameOf(link: string, stat: BigIntStats): string | null {
  const name = linkText(link);
  if (stat.nlink === 0n || !name.startsWith('/')) return null;
  if (!name.endsWith(DELETED)) return name;
  // The kernel marks the name of a deleted file so, but a real name may end in the same words.
  const named = lstatSync(systemPath(name), { bigint: true, throwIfNoEntry: false });
  return named !== undefined && isSame(named, stat) ? name : null;
}

/**
 * Everywhere else: the process steps into the directory and checks, by device and inode, that it stands where it meant
 * to. All of it is synchronous, so no other JavaScript runs in the wrong directory; only threads that use relative
 * paths at that moment would notice the step.
 */
export const chdirPlatform: Platform = {
  strategy: 'chdir',
  keepsOpen: true,
  pin: null,
  pinBelow: null,
  pinRoot(absolutePath) {
    const { root } = parse(absolutePath);
    const stat = lstatSync(root, { bigint: true });
    return { fd: -1, realPath: systemSpelling(root, stat), stat, at: systemPath };
  },
  pinEntry(directory, name) {
    return this.within(directory, (at) => {
      const stat = lstatSync(at(name), { bigint: true });
      const path = join(directory.realPath, name);
      const realPath = stat.isSymbolicLink() ? path : systemSpelling(path, stat);
      if (!stat.isFile()) return { fd: -1, realPath, stat, at: systemPath };
      const fd = openSync(at(name), NEVER_BLOCK | O_NOFOLLOW);
      return orUndo(
        () => closeQuietly(fd),
        () => {
          const opened = fstatSync(fd, { bigint: true });
          if (!isSame(opened, stat)) throw gone(realPath);
          return { fd, realPath, stat: opened, at: systemPath };
        },
      );
    });
  },
  openContent: (pin) => pin.fd,
  within(directory, act) {
    const back = currentDirectory();
    process.chdir(directory.realPath);
    try {
      if (!isSame(statSync('.', { bigint: true }), directory.stat)) throw gone(directory.realPath);
      return act(directory.at);
    } finally {
      stepBack(back);
    }
  },
  between: null,
  launchPath: (directory) => directory.realPath,
  release(pin) {
    if (pin.fd >= 0) closeQuietly(pin.fd);
  },
};

// The process's working directory may have been removed; nothing here depends on where it is.
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return parse(process.execPath).root;
  }
}

function stepBack(directory: string): void {
  try {
    process.chdir(directory);
  } catch {
    process.chdir(parse(process.execPath).root);
  }
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/** The error that the system gives for a name that no longer exists. */
function gone(path: string): NodeJS.ErrnoException {
  return systemError('ENOENT', `ENOENT: gone while it was opened, open '${path}'`);
}

let chosen: Platform | undefined;

/** The strongest strategy that works here, found by trying it once. */
export function choosePlatform(): Platform {
  chosen ??= procWorks() ? procPlatform : chdirPlatform;
  return chosen;
}

function procWorks(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const pin = procPlatform.pinRoot('/');
    try {
      const again = statSync(linkOf(pin.fd), { bigint: true });
      return pin.realPath === '/' && isSame(again, pin.stat);
    } finally {
      procPlatform.release(pin);
    }
  } catch {
    return false;
  }
}

/** A path by which other processes of this user can open what a descriptor holds; null if the system has none. */
export function pathForOthers(fd: number): string | null {
  return fd >= 0 && choosePlatform().strategy === 'proc' ? linkOf(fd) : null;
}
