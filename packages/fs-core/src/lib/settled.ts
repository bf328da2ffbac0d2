import { type BigIntStats, fchmodSync, fstatSync } from 'node:fs';
import type { FileIdentity } from './volume.ts';

/** Longer than any system's tick. */
const SETTLED_NS = 50_000_000n;
/** The same where a file system keeps whole seconds only, which on FAT are even ones. */
const COARSELY_SETTLED_NS = 2_050_000_000n;
const SECOND_NS = 1_000_000_000n;

/**
 * By device: whether two changes of a file with a look at it between them always differ in time, as on Linux from 6.13
 * on; elsewhere times advance in ticks of some milliseconds.
 */
const fineTimes = new Map<bigint, boolean>();

/** Whether a write from now on gives the file another identity: else the same state may come to mean other content. */
export function isSettled({ device, ctimeNs }: FileIdentity): boolean {
  return fineTimes.get(device) === true || isLongAgo(ctimeNs);
}

/** Whether a time lies further back than a tick of the system that told it. */
export function isLongAgo(timeNs: bigint): boolean {
  const age = BigInt(Date.now()) * 1_000_000n - timeNs;
  return (age < 0n ? -age : age) > (timeNs % SECOND_NS === 0n ? COARSELY_SETTLED_NS : SETTLED_NS);
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
