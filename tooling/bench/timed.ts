import { spawnSync } from 'node:child_process';
import process from 'node:process';
import type { Sampler } from './scenario.ts';

/** Samples how many milliseconds one run of `act` takes, as the mean of `times` runs. */
export function timed(act: (run: number) => unknown, times = 1): Sampler {
  let run = 0;
  return async () => {
    const start = performance.now();
    for (let left = times; left > 0; left--) await act(run++);
    return (performance.now() - start) / times;
  };
}

/**
 * Samples how many milliseconds a short call takes, as the mean of a hundred: the time of a few says more about the
 * machine than about the call.
 */
export function timedCalls(call: (run: number) => Promise<unknown>): Sampler {
  return timed(call, 100);
}

/** Samples a whole process, from its start to its end. */
export function timedProcess(command: string, args: readonly string[]): Sampler {
  const { PATH = '' } = process.env;
  return timed(() => {
    const { status } = spawnSync(command, args, { env: { PATH, LC_ALL: 'C' }, stdio: 'ignore' });
    if (status !== 0) throw new Error(`${command} ended with ${status}`);
  });
}
