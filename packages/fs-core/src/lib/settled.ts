import { type BigIntStats, fchmodSync, fstatSync } from 'node:fs';
import { attempt } from './attempt.ts';
import type { FileIdentity } from './volume.ts';

/** Longer than any system's tick. */
const TICK_MS = 50;
/** The same where a file system keeps whole seconds only, which on FAT are even ones. */
const COARSE_TICK_MS = 2_050;
const SECOND_NS = 1_000_000_000n;
const MILLISECOND_NS = 1_000_000n;

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
  const age = BigInt(Date.now()) * MILLISECOND_NS - timeNs;
  const tickMs = timeNs % SECOND_NS === 0n ? COARSE_TICK_MS : TICK_MS;
  return (age < 0n ? -age : age) > BigInt(tickMs) * MILLISECOND_NS;
}

/** Whether what is said to have changed at `timeMs` changed before `momentMs`, whatever the ticks of its system. */
export function isSurelyBefore(timeMs: number, momentMs: number): boolean {
  return momentMs - timeMs > (timeMs % 1_000 === 0 ? COARSE_TICK_MS : TICK_MS);
}

/** Finds out, once for each device, what its times are worth, on a file that was just made and nobody else knows of. */
export function tryTimes(fd: number, { dev, mode, ctimeNs }: BigIntStats): void {
  if (fineTimes.has(dev)) return;
  // Twice, since a tick may fall between two of the calls.
  const first = ctimeAfterChange(fd, mode);
  fineTimes.set(dev, first > ctimeNs && ctimeAfterChange(fd, mode) > first);
}

function ctimeAfterChange(fd: number, mode: bigint): bigint {
  // Where it is refused the time stays, which tells nothing good of it.
  attempt(() => fchmodSync(fd, Number(mode) & 0o7777));
  return fstatSync(fd, { bigint: true }).ctimeNs;
}
