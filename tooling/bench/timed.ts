import { spawnSync } from 'node:child_process';
import { quantile } from './measure.ts';
import { programEnv } from './programs.ts';
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

/** Samples of short calls that do not count: V8 compiles what is called often, which takes it some 1,500 calls. */
export const WARM_UPS = 15;

/**
 * Samples the time in milliseconds that a share of some short calls stays below, one after the other; by default the
 * median of a hundred: the time of a few says more about the machine than about the call.
 */
export function timedCalls(call: (run: number) => Promise<unknown>, { share = 0.5, times = 100 } = {}): Sampler {
  let run = 0;
  return async () => {
    const took: number[] = [];
    for (let left = times; left > 0; left--) {
      const start = performance.now();
      await call(run++);
      took.push(performance.now() - start);
    }
    return quantile(took, share);
  };
}

/** Samples a whole process, from its start to its end. */
export function timedProcess(command: string, args: readonly string[]): Sampler {
  return timed(() => {
    const { status } = spawnSync(command, args, { env: programEnv(), stdio: 'ignore' });
    if (status !== 0) throw new Error(`${command} ended with ${status}`);
  });
}
