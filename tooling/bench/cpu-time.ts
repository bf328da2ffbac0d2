import { readFileSync } from 'node:fs';
import type { Sampler } from './scenario.ts';

// Clock ticks in which proc(5) counts, the same on every current Linux.
const TICK_MS = 10;

/** Milliseconds of processor time that a process has taken, with all processes it started, ended or not. */
export function cpuTime(pid: number): number {
  const living = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return living.reduce((sum, child) => sum + cpuTime(Number(child)), ownTime(pid));
}

/** Includes the time of children that the process has waited for. */
export function ownTime(pid: number | 'self'): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name before it may hold anything, a parenthesis too.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
}

/** Samples how much processor time one run of `act` takes, as the mean of `times` runs. */
export function cpuTimed(act: () => unknown, { clock, times }: { clock: () => number; times: number }): Sampler {
  return async () => {
    const start = clock();
    for (let left = times; left > 0; left--) await act();
    return (clock() - start) / times;
  };
}
