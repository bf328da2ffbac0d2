import { closeQuietly } from './close-quietly.ts';
import { errnoOf } from './errno.ts';
import { LocalFile } from './local-file.ts';
import type { Pin, Platform } from './platform.ts';
import type { OpenFile } from './volume.ts';

/**
 * Holds a file that is read again and again open for a moment: calls that a model makes together are often about one
 * file, as are those of a program that reads page after page. They take half of the system calls then.
 */
export interface RecentFile {
  /** Opens the file of this real path again, where it is the one that is held and nothing has changed; else null. */
  reopen(realPath: string): OpenFile | null;
  /** Wraps the content of a file, and holds it where it was opened a moment ago, too. Takes the descriptor over. */
  open(fd: number, pin: Pin): OpenFile;
  /** Lets go of what is held. */
  forget(): void;
}

// No longer, because a deleted file keeps its place on the disk, and a file system stays mounted, until all is closed.
const MOMENT_MS = 20;

export function createRecentFile({ isUnchanged }: Platform): RecentFile {
  let held: Held | null = null;
  let last = { realPath: '', at: Number.NEGATIVE_INFINITY };
  let timer: NodeJS.Timeout | undefined;
  const forget = (): void => {
    held?.release();
    held = null;
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
      forget();
      // The global `performance` would take a millisecond to load, of a process that may read one file only.
      const now = Date.now();
      const isAgain = pin.realPath === last.realPath && now - last.at <= MOMENT_MS;
      last = { realPath: pin.realPath, at: now };
      if (!isAgain || isUnchanged === null) return new LocalFile(fd, pin);
      held = new Held({ ...pin, fd });
      wait();
      return held.open();
    },
    forget,
  };
}

/** A descriptor that is closed when nobody uses it any more. */
class Held {
  readonly pin: Pin;
  /** Who holds it for the next one counts as well. */
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
