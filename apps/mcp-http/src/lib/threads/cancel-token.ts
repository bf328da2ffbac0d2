/** A flag in shared memory that decides who carries something out: whoever takes it first, and nobody else. */
export type CancelToken = Int32Array;

const FREE = 0;
const STARTED = 1;
const WITHDRAWN = 2;

export function createCancelToken(): CancelToken {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** True if it may be started. It may not be withdrawn then. */
export function start(cancelToken: CancelToken): boolean {
  return Atomics.compareExchange(cancelToken, 0, FREE, STARTED) === FREE;
}

/** True if it was withdrawn before it was started. It will never be started then. */
export function withdraw(cancelToken: CancelToken): boolean {
  return Atomics.compareExchange(cancelToken, 0, FREE, WITHDRAWN) === FREE;
}

export function isStarted(cancelToken: CancelToken): boolean {
  return Atomics.load(cancelToken, 0) === STARTED;
}
