import { createReadStream } from 'node:fs';

/** The bytes of a file that the person at the keyboard names: no scope confines it, and it may be a pipe. */
export function openInputFile(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path);
}
