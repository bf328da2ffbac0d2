import { fstatSync, statSync, writeSync } from 'node:fs';
import { errnoOf } from '../errors/errno.ts';

/**
 * Standard output or error, written synchronously: to load Node's own streams takes a tenth of a short command's time.
 */
export interface StandardStream {
  readonly fd: 1 | 2;
  /** False rules a terminal out; only `node:tty` can distinguish a terminal from other devices. */
  readonly mayBeTerminal: boolean;
  /**
   * Returns when the system has all of it, or when the reader has closed its end: it has seen enough.
   * @throws any other error of the system
   */
  write(text: string | Uint8Array): void;
}

const PAUSE_MS = 2;

/** Opens standard output (1) or standard error (2). Nothing needs to be closed. */
export function openStandardStream(fd: 1 | 2): StandardStream {
  let isRead = true;
  return {
    fd,
    get mayBeTerminal() {
      const stat = fstatSync(fd);
      return stat.isCharacterDevice() && stat.rdev !== statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
    },
    write(text) {
      const bytes = typeof text === 'string' ? Buffer.from(text) : text;
      try {
        for (let done = 0; isRead && done < bytes.length; ) done += writeSome(fd, bytes.subarray(done));
      } catch (error) {
        if (errnoOf(error) !== 'EPIPE') throw error;
        isRead = false;
      }
    },
  };
}

/** Waits a little if a pipe that another program made non-blocking is full. Returns how many bytes were taken. */
function writeSome(fd: number, bytes: Uint8Array): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    if (errnoOf(error) !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    return 0;
  }
}
