import { fchmodSync, fstatSync } from 'node:fs';

const SECOND_NS = 1_000_000_000n;
const NS_PER_MS = 1_000_000;
/** Longer than the tick of a system's clock; a second is known by its zeros, without waiting for one. */
const LONGEST_MS = 50;
const STEPS = 8;

/**
 * The smallest distance between two times of a file system, in milliseconds, measured by changing a file of our own;
 * null if it is not known after 50 ms. If a change takes longer than a tick, it is how long a change takes.
 */
export function clockResolutionMs(fd: number): number | null {
  const deadline = performance.now() + LONGEST_MS;
  const steps: bigint[] = [];
  let last = ctimeAfterChange(fd);
  let isWhole = last % SECOND_NS === 0n;
  while (steps.length < STEPS && performance.now() < deadline) {
    const now = ctimeAfterChange(fd);
    if (now > last) steps.push(now - last);
    isWhole &&= now % SECOND_NS === 0n;
    last = now;
  }
  if (isWhole) return Number(SECOND_NS) / NS_PER_MS;
  if (steps.length === 0) return null;
  return Number(steps.reduce((least, step) => (step < least ? step : least))) / NS_PER_MS;
}

function ctimeAfterChange(fd: number): bigint {
  fchmodSync(fd, 0o600);
  return fstatSync(fd, { bigint: true }).ctimeNs;
}
