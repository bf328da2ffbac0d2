const ROUNDS = Number(process.env.DRAGOMAN_TEST_ROUNDS ?? 0);

/**
 * Number of times that a test repeats what depends on chance, such as the moment of a kill: `short` times, or as often
 * as `DRAGOMAN_TEST_ROUNDS` says if that is more, as `pnpm test:long` has it.
 */
export function testRounds(short: number): number {
  return Math.max(short, ROUNDS);
}

/** Returns all cases where tests explore, as `pnpm test:long` has it; otherwise `count` of them, evenly spread. */
export function casesToTest<T>(cases: readonly T[], count: number): readonly T[] {
  return ROUNDS > 0 ? cases : testSample(cases, count);
}

/** Returns `count` of the cases, evenly spread: for the short sibling of a test that takes all of them. */
export function testSample<T>(cases: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, cases.length / count);
  return cases.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}
