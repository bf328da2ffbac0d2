import { Buffer } from 'node:buffer';
import { type ConnectOpts, Socket, type SocketConstructorOpts } from 'node:net';
import process from 'node:process';
import type { Readable } from 'node:stream';

const BUFFER_BYTES = 64 * 1024;

/**
 * Stdin, paused. From a pipe or a socket it is read into one buffer over and over, where Node's own stream takes new
 * memory for each read: the bytes of a `data` event are valid only during the event.
 */
export function openInput(): Readable {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  const callback = (count: number): boolean => input.emit('data', buffer.subarray(0, count));
  // Node 20's types know `onread` from `connect` only; the constructor takes it since Node 12.10.
  const options: SocketConstructorOpts & ConnectOpts = {
    fd: 0,
    readable: true,
    writable: false,
    onread: { buffer, callback },
  };
  let input: Readable;
  try {
    input = new Socket(options);
  } catch {
    // A file or a terminal.
    input = process.stdin;
  }
  return input.pause();
}
