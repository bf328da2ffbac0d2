import { readFileSync, statfsSync } from 'node:fs';

// statfs(2): ext2 to 4, xfs, btrfs, f2fs, overlay. On others, such as tmpfs, a store into a mapped page may change no time.
const KEEPS_TIMES: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x794c7630]);

/** True if a store into a mapped page changes a file's ctime here, once the page was written back. */
export function keepsTimes(path: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return KEEPS_TIMES.has(statfsSync(path).type) && restMs() !== null;
  } catch {
    return false;
  }
}

const LEAST_MS = 60_000;

/**
 * After what time all that was stored in a file is surely written back, so that the next store shows in its ctime; null
 * if the system writes nothing back by itself.
 */
export function restMs(): number | null {
  const [expire, writeback] = ['dirty_expire_centisecs', 'dirty_writeback_centisecs'].map(setting);
  if (!expire || !writeback) return null;
  return Math.max(LEAST_MS, 2 * (expire + writeback) * 10);
}

function setting(name: string): number | null {
  try {
    return Number(readFileSync(`/proc/sys/vm/${name}`, 'latin1'));
  } catch {
    return null;
  }
}
