import { createReadStream, fstatSync } from 'node:fs';

/** The bytes of a file that the person at the keyboard names: no scope confines it, and it may be a pipe. */
export function openInputFile(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path);
}

/**
 * The bytes of stdin: Node's `stream`, except if stdin is a directory. Node's stream takes a directory for empty
 * input, which would empty the file that is written; here reading it fails.
 */
export function openStandardInput(stream: () => AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return fstatSync(0).isDirectory() ? createReadStream('', { fd: 0 }) : stream();
}
