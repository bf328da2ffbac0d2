import { type BigIntStats, fchmodSync, fstatSync } from 'node:fs';
import { attempt } from '../errors/best-effort.ts';

/** Longer than the tick of any file system's clock. */
const TICK_MS = 50;
/** The same if a file system keeps whole seconds only, or even ones only, as FAT does. */
const COARSE_TICK_MS = 2_050;
const SECOND_NS = 1_000_000_000n;
const NS_PER_MS = 1_000_000;

/**
 * True, by device, if two changes of a file with a stat(2) between them always get different times, as on Linux from
 * 6.13 on; elsewhere times advance in ticks of some milliseconds.
 */
const fineTimes = new Map<bigint, boolean>();

/** True if a later write is certain to change the ctime of a file in this state. */
export function isSafeToCache({ device, ctimeNs }: { readonly device: bigint; readonly ctimeNs: bigint }): boolean {
  return fineTimes.get(device) === true || isLongAgo(ctimeNs);
}

/** True if a time lies further back than a tick of the clock it was taken from. */
export function isLongAgo(timeNs: bigint): boolean {
  // Number() is exact to a few hundred ns here.
  const ageMs = Math.abs(Date.now() - Number(timeNs) / NS_PER_MS);
  return ageMs > COARSE_TICK_MS || (ageMs > TICK_MS && timeNs % SECOND_NS !== 0n);
}

/**
 * True if a change at `timeMs` by a file system's clock surely happened before `momentMs`, whatever that clock's tick.
 */
export function isSurelyBefore(timeMs: number, momentMs: number): boolean {
  return momentMs - timeMs > (timeMs % 1_000 === 0 ? COARSE_TICK_MS : TICK_MS);
}

/** Finds out, once for each device, how fine its timestamps are, by changes of a new file of its own. */
export function probeTimestamps(fd: number, { dev, mode, ctimeNs }: BigIntStats): void {
  if (fineTimes.has(dev)) return;
  // Two changes: if timestamps are coarse, a tick may still end before one of them.
  const first = ctimeAfterChange(fd, mode);
  fineTimes.set(dev, first > ctimeNs && ctimeAfterChange(fd, mode) > first);
}

function ctimeAfterChange(fd: number, mode: bigint): bigint {
  // If chmod(2) is refused the time stays the same, so times count as coarse there.
  attempt(() => fchmodSync(fd, Number(mode) & 0o7777));
  return fstatSync(fd, { bigint: true }).ctimeNs;
}
