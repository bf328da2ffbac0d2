/** A bounded filter for top-n by time. */
export interface NewestFilter {
  admits(time: number): boolean;
}

/** Creates a filter that admits at least the `most` newest times, and few that are already surpassed. */
export function createNewestFilter(most: number): NewestFilter {
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
