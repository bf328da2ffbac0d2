/**
 * How often a test repeats what depends on chance, such as the moment of a kill: `short` times, or as often as
 * `DRAGOMAN_TEST_ROUNDS` says if that is more, as `pnpm test:long` has it.
 */
export function testRounds(short: number): number {
  return Math.max(short, Number(process.env.DRAGOMAN_TEST_ROUNDS ?? 0));
}
