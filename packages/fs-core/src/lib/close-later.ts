import { close, closeSync } from 'node:fs';
import { AT_ONCE_BYTES } from './at-once.ts';
import { removeQuietly } from './remove-quietly.ts';

// Else callers that never let the event loop turn would fill the disk with what they replaced.
const MOST_WAITING = 8;
let waiting = 0;

/**
 * Closes the last descriptor of a file that has no name any more, which frees its blocks, without keeping anybody
 * waiting: when the event loop turns, or on another thread where there is much to free. To wake one takes as long as to
 * free a small file.
 */
export function closeLater(fd: number, bytes: number): void {
  if (waiting === MOST_WAITING) {
    closeSync(fd);
    return;
  }
  waiting += 1;
  if (bytes > AT_ONCE_BYTES) close(fd, finished);
  else setImmediate(closeNow, fd);
}

function closeNow(fd: number): void {
  finished();
  removeQuietly(() => closeSync(fd));
}

function finished(): void {
  waiting -= 1;
}
