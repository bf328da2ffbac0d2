import { closeQuietly } from '../errors/best-effort.ts';
import { errnoOf } from '../errors/errno.ts';
import type { OpenFile } from '../volume/volume.ts';
import { LocalFile } from './local-file.ts';
import type { Pin, Platform } from './platform.ts';

/**
 * Keeps the last descriptor open for 20 ms: a program that goes through a file page by page then makes half of the system
 * calls.
 */
export interface RecentFile {
  /** Opens the file of this real path again, where it is the one that is held and nothing has changed; else null. */
  reopen(realPath: string): OpenFile | null;
  /** Wraps the content of a file, and holds it where it has been opened often enough. Takes the descriptor over. */
  open(fd: number, pin: Pin): OpenFile;
  /** Lets go of what is held: the file may be replaced. */
  forget(): void;
}

// No longer, because a deleted file keeps its place on the disk, and a file system stays mounted, until all is closed.
const MOMENT_MS = 20;
/** How often a file is opened before it is held: calls of all kinds should leave nothing open. */
const TIMES = 8;

const NONE = { realPath: '', at: Number.NEGATIVE_INFINITY, times: 0 };

export function createRecentFile({ isUnchanged }: Platform): RecentFile {
  let held: Held | null = null;
  let last = NONE;
  let timer: NodeJS.Timeout | undefined;
  const forget = (): void => {
    held?.release();
    held = null;
    last = NONE;
  };
  const wait = (): void => {
    if (timer === undefined) timer = setTimeout(forget, MOMENT_MS).unref();
    else timer.refresh();
  };
  return {
    reopen(realPath) {
      if (held === null || held.pin.realPath !== realPath) return null;
      if (isStill(held.pin, isUnchanged)) {
        wait();
        return held.open();
      }
      forget();
      return null;
    },
    open(fd, pin) {
      const { realPath } = pin;
      // The global `performance` would take a millisecond to load, of a process that may read one file only.
      const at = Date.now();
      const times = realPath === last.realPath && at - last.at <= MOMENT_MS ? last.times + 1 : 1;
      if (held !== null) forget();
      last = { realPath, at, times };
      if (times < TIMES || isUnchanged === null) return new LocalFile(fd, pin);
      held = new Held({ ...pin, fd, isOpen: true });
      wait();
      return held.open();
    },
    forget,
  };
}

/** A descriptor that is closed when nobody uses it any more. */
class Held {
  readonly pin: Pin;
  /** Reference count; starts at 1 for the cache itself. */
  #users = 1;
  readonly release = (): void => {
    this.#users -= 1;
    if (this.#users === 0) closeQuietly(this.pin.fd);
  };

  constructor(pin: Pin) {
    this.pin = pin;
  }

  open(): OpenFile {
    this.#users += 1;
    return new LocalFile(this.pin.fd, this.pin, this.release);
  }
}

function isStill(pin: Pin, isUnchanged: Platform['isUnchanged']): boolean {
  try {
    return isUnchanged?.(pin) === true;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return false;
  }
}
