/** A computation in small steps, between which its caller may do something else; returns what it comes to. */
export type Steps<Result> = Generator<undefined, Result>;

/** Lines that are gone through in one step. */
export const STRIDE = 1024;

/** Hunks that are read, or found, in one step. */
export const MOST_HUNKS = 8;

/** Takes all steps of a computation at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
