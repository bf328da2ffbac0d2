import type { Sampler } from './scenario.ts';

/** Warm-ups for short calls: V8 compiles a function after some 1,500 calls. */
export const WARM_UPS = 15;

export interface SamplingOptions {
  /** Calls in one sample. Default 1. */
  readonly times?: number;
  /** Processor time that the measured process has taken so far, in ms. */
  readonly clock?: () => number | null;
}

/**
 * Samples calls that follow each other: their median time, since the mean of a few says more about the machine than
 * about the call, and their mean processor time.
 * @param call is given the number of the call, from 0
 */
export function sampleCalls(
  call: (run: number) => unknown,
  { times = 1, clock = () => null }: SamplingOptions = {},
): Sampler {
  let run = 0;
  return async () => {
    const took: number[] = [];
    const before = clock();
    while (took.length < times) {
      const start = performance.now();
      await call(run++);
      took.push(performance.now() - start);
    }
    const after = clock();
    const CPU = before === null || after === null ? null : (after - before) / times;
    return { time: quantile(took, 0.5), CPU };
  };
}

/** The value below which `share` of the values lie; between two of them, interpolated. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}
