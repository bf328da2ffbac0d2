import { readFileSync } from 'node:fs';
import type { Sampler } from './scenario.ts';

// proc(5) counts processor time in clock ticks, 100 a second on every current Linux.
const TICK_MS = 10;

/** Milliseconds of processor time that a process has taken, with all processes it started, ended or not. */
export function cpuTime(pid: number): number {
  const living = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return living.reduce((sum, child) => sum + cpuTime(Number(child)), ownTime(pid));
}

/** Milliseconds of processor time of a process, and of the children that it has waited for. */
export function ownTime(pid: number | 'self'): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The process's name stands before these fields in parentheses, and may contain some itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
}

/** Samples how many milliseconds of processor time one run of `act` takes, as the mean of `times` runs. */
export function cpuTimed(act: () => unknown, { clock, times }: { clock: () => number; times: number }): Sampler {
  return async () => {
    const start = clock();
    for (let left = times; left > 0; left--) await act();
    return (clock() - start) / times;
  };
}
