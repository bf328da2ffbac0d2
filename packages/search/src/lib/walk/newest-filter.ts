/** Decides, as times come in, which of them can still be among the newest. */
export interface Sieve {
  admits(time: number): boolean;
}

/** Creates a sieve that admits at least the `most` newest times, and few of those that others already surpass. */
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
