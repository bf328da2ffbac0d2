import { type BigIntStats, fchmodSync, fstatSync } from 'node:fs';
import type { FileIdentity } from './volume.ts';

/** Longer than any system's tick. */
const SETTLED_MS = 50;

/**
 * By device: whether two changes of a file with a look at it between them always differ in time, as on Linux from 6.13
 * on; elsewhere times advance in ticks of some milliseconds.
 */
const fineTimes = new Map<bigint, boolean>();

/** Whether a write from now on gives the file another identity: else the same state may come to mean other content. */
export function isSettled({ device, ctimeNs }: FileIdentity): boolean {
  return fineTimes.get(device) === true || isLongAgo(Number(ctimeNs / 1_000_000n));
}

/** Whether a time in milliseconds since the epoch lies further back than a system's tick. */
export function isLongAgo(timeMs: number): boolean {
  return Math.abs(Date.now() - timeMs) > SETTLED_MS;
}

/** Finds out, once for each device, what its times are worth, on a file that was just made and nobody else knows of. */
export function tryTimes(fd: number, { dev, mode, ctimeNs }: BigIntStats): void {
  if (fineTimes.has(dev)) return;
  // Twice, since a tick may fall between two of the calls.
  const first = ctimeAfterChange(fd, mode);
  fineTimes.set(dev, first > ctimeNs && ctimeAfterChange(fd, mode) > first);
}

function ctimeAfterChange(fd: number, mode: bigint): bigint {
  fchmodSync(fd, Number(mode) & 0o7777);
  return fstatSync(fd, { bigint: true }).ctimeNs;
}
