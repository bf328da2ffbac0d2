import { closeSync, constants, createReadStream, fstatSync, openSync, readFileSync } from 'node:fs';

/** The bytes of a file that the person at the keyboard names: no scope confines it, and it may be a pipe. */
export function openInputFile(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path);
}

/**
 * The bytes of stdin, for which Node has a stream. To that a directory is nothing at all, which would empty the file that
 * it is written to; reading it fails.
 */
export function openStandardInput(stream: () => AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return fstatSync(0).isDirectory() ? createReadStream('', { fd: 0 }) : stream();
}

/** A regular file of the user's or the system's settings, which no scope confines; null where there is none of a sane size. */
export function readUserFile(path: string, maxBytes: number): Buffer | null {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(fd);
    return stat.isFile() && stat.size <= maxBytes ? readFileSync(fd) : null;
  } catch {
    return null;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
