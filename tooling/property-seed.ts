import fc from 'fast-check';
import { testRounds } from '../packages/testing/src/test-rounds.ts';

// In CI, property tests always run on the same cases, so that a failure is due to the change. Elsewhere, and in the
// nightly run, they look for new cases; one that fails becomes a test of its own.
const seed = process.env.CI && !process.env.EXPLORE ? { seed: 20_251_121 } : {};
fc.configureGlobal({ numRuns: testRounds(40), ...seed });
