/**
 * True if `serve` and `dragoman` run the sources in the process of the tests, rather than the built apps: see
 * `tooling/lanes.ts`.
 */
export const IN_PROCESS = process.env.DRAGOMAN_TEST_IN_PROCESS === 'true';
