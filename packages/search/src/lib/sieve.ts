/** Tells, while times come in, which of them can still be among the newest. */
export interface Sieve {
  admits(time: number): boolean;
}

/** All that is admitted holds the `most` newest, and as little else as can be known on the way. */
export function createSieve(most: number): Sieve {
  const times = new Float64Array(2 * most);
  let count = 0;
  let oldest = Number.NEGATIVE_INFINITY;
  return {
    admits(time) {
      if (time < oldest) return false;
      times[count] = time;
      count += 1;
      if (count === times.length) {
        times.sort().copyWithin(0, most);
        count = most;
        oldest = times[0] ?? oldest;
      }
      return true;
    },
  };
}
