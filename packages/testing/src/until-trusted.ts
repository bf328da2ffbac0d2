import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Longer than a tick of any clock that a file system takes its times from, in milliseconds. */
const TICK_MS = 60;
/** The same where times are whole seconds, or even ones, as FAT keeps them. */
const COARSE_TICK_MS = 2_100;

/**
 * Resolves when what is learnt of a file may be kept: its last change lies so far back that another change cannot get
 * the same time.
 */
export async function untilTrusted(path: string): Promise<void> {
  const { ctimeNs } = statSync(path, { bigint: true });
  const tickMs = ctimeNs % 1_000_000_000n === 0n ? COARSE_TICK_MS : TICK_MS;
  while (Date.now() - Number(ctimeNs / 1_000_000n) <= tickMs) await delay(5);
}
