import { existsSync, readdirSync, readFileSync } from 'node:fs';

const textOf = (path: string): string => readFileSync(`/proc/${path}`, 'latin1');
const HAS_PROC = existsSync('/proc/self/schedstat');

/**
 * Processor time that a process has taken so far on its threads that live, in ms; null without Linux. It is exact to the
 * microsecond: many samples are shorter than a clock tick.
 */
export function cpuTime(pid: number): number | null {
  if (!HAS_PROC) return null;
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce(
    (sum, thread) => sum + Number(textOf(`${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1e6,
    0,
  );
}

/** The most memory that a living process had resident so far, in MB; null without Linux. */
export function peakMemory(pid: number): number | null {
  if (!HAS_PROC) return null;
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(textOf(`${pid}/status`)) ?? [];
  return Number(kibibytes) / 1024;
}
