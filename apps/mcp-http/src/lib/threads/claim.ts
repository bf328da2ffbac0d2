/** A flag in shared memory that decides who carries something out: whoever takes it first, and nobody else. */
export type CancelToken = Int32Array;

const FREE = 0;
const STARTED = 1;
const WITHDRAWN = 2;

export function createClaim(): CancelToken {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** True if it may be started. It may not be withdrawn then. */
export function start(claim: CancelToken): boolean {
  return Atomics.compareExchange(claim, 0, FREE, STARTED) === FREE;
}

/** True if it was withdrawn before it was started. It will never be started then. */
export function withdraw(claim: CancelToken): boolean {
  return Atomics.compareExchange(claim, 0, FREE, WITHDRAWN) === FREE;
}

export function isStarted(claim: CancelToken): boolean {
  return Atomics.load(claim, 0) === STARTED;
}
